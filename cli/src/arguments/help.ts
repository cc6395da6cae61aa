/** Generates help from the table of commands. */

import type { Command, Flag } from '../command.ts'
import type { Style } from '../output/style.ts'
import { toColumns, wrap } from '../output/table.ts'
import { usageOf } from './args.ts'

/** Longer lines of prose are hard to read. */
const WIDTH = 96

/** Help of the whole program. */
export function describeProgram(
  commands: readonly Command[],
  shared: readonly Flag[],
  style: Style,
  version: string,
): string {
  return [
    `${style.bold('keywright')} ${version}: local server and command line of Keywright`,
    `${style.bold('Usage')}\n  keywright COMMAND [arguments] [flags]`,
    `${style.bold('Commands')}\n${toColumns(
      commands.map(({ name, summary }) => [name, summary]),
      '  ',
    )}`,
    flagSection('Flags of every command', shared, style),
    [
      style.bold('Exit codes'),
      '  0  done',
      '  1  rejected by the engine or a policy, or a check found problems',
      '  2  invalid command line, file or body; nothing was sent',
      '  3  no response from the server',
      '  4  not done yet: waiting for approvals or shares, or timed out while waiting',
      '  130  interrupted',
    ].join('\n'),
    'Run keywright COMMAND --help for details of one command.',
  ].join('\n\n')
}

/** Help of a group of commands, such as `wallets`. */
export function describeGroup(group: string, commands: readonly Command[], style: Style): string {
  return [
    `${style.bold('Usage')}\n  keywright ${group} COMMAND [arguments] [flags]`,
    `${style.bold('Commands')}\n${toColumns(
      commands.map(({ name, summary }) => [name, summary]),
      '  ',
    )}`,
  ].join('\n\n')
}

/** Help of one command. @param columns of the terminal */
export function describeCommand(
  command: Command,
  shared: readonly Flag[],
  style: Style,
  columns = WIDTH,
): string {
  const width = Math.min(columns, WIDTH)
  const sections = [
    `${usageOf(command)}${command.flags?.length ? ' [flags]' : ''}`,
    [command.summary, ...(command.details ?? [])].map((text) => wrap(text, width).join('\n')).join('\n\n'),
  ]
  if (command.arguments?.length) {
    const rows = command.arguments.map(({ name, summary, choices }) => [name, withChoices(summary, choices)])
    sections.push(`${style.bold('Arguments')}\n${toColumns(rows, '  ')}`)
  }
  if (command.flags?.length) sections.push(flagSection('Flags', command.flags, style))
  sections.push(flagSection('Flags of every command', shared, style))
  if (command.examples?.length) {
    sections.push(`${style.bold('Examples')}\n${command.examples.map((line) => `  ${line}`).join('\n')}`)
  }
  return sections.join('\n\n')
}

function flagSection(title: string, flags: readonly Flag[], style: Style): string {
  const rows = flags
    .filter((flag) => flag.refused === undefined)
    .map(({ name, value, summary, choices, isList }) => [
      `--${name}${value === undefined ? '' : ` ${value}`}`,
      `${withChoices(summary, choices)}${isList ? ' (repeatable)' : ''}`,
    ])
  return `${style.bold(title)}\n${toColumns(rows, '  ')}`
}

const withChoices = (summary: string, choices: readonly string[] | undefined) =>
  choices ? `${summary}: ${choices.join(', ')}` : summary
