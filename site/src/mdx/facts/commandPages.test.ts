import { commands } from 'keywright/src/commands.ts'
import { describe, expect, it } from 'vitest'
import { commandPages, pageOfCommand } from './commandPages.ts'

const names = commands.map(({ name }) => name)

describe('the pages of commands', () => {
  it('are of commands that there are', () => {
    const known = new Set(names.flatMap((name) => [name, name.split(' ')[0]]))
    expect(Object.keys(commandPages).filter((name) => !known.has(name))).toEqual([])
  })

  it('reach a command by its own name before its first word', () => {
    expect(pageOfCommand('bundle seal')).toContain('import')
    expect(pageOfCommand('snapshot restore')).toContain('#snapshots')
    expect(pageOfCommand('restore')).toBe('/operate/restore')
    expect(pageOfCommand('nope')).toBeUndefined()
  })

  it('name a page for every command that a server is run with', () => {
    const operators = [
      'serve',
      'init',
      'unseal',
      'reshare',
      'migrate',
      'backup',
      'restore',
      'journal verify',
      'journal prune',
    ]
    expect(operators.filter((name) => !names.includes(name) || !pageOfCommand(name))).toEqual([])
  })
})
