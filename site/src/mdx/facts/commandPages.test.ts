import { commands } from 'keywright/src/commands.ts'
import { describe, expect, it } from 'vitest'
import { commandPages, pageOfCommand } from './commandPages.ts'

const names = commands.map(({ name }) => name)

describe('the pages of commands', () => {
  it('exist only for existing commands', () => {
    const known = new Set(names.flatMap((name) => [name, name.split(' ')[0]]))
    expect(Object.keys(commandPages).filter((name) => !known.has(name))).toEqual([])
  })

  it('prefer a command’s full name to its first word', () => {
    expect(pageOfCommand('bundle seal')).toContain('import')
    expect(pageOfCommand('restore')).toBe('/operate/restore')
    expect(pageOfCommand('nope')).toBeUndefined()
  })

  it('exist for every server command', () => {
    const operators = [
      'serve',
      'init',
      'unseal',
      'reshare',
      'migrate',
      'backup',
      'restore',
      'journal verify',
      'journal export',
      'journal prune',
      'journal erase',
    ]
    expect(operators.filter((name) => !names.includes(name) || !pageOfCommand(name))).toEqual([])
  })
})
