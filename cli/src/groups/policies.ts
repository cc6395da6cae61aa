/** Commands that check, explain, test and format policies. */

import type { Command, Flag } from '../command.ts'
import { connectionFlags } from '../connectionFlags.ts'

const policyFile = {
  name: 'FILE',
  summary: 'policies as JSON, or the text of one expression; - reads standard input',
  isList: true,
  completes: 'files',
} as const

const sideFlag: Flag = {
  name: 'side',
  value: 'SIDE',
  choices: ['condition', 'consensus'],
  summary: 'kind of expression in a file that is not JSON (default condition)',
}

export const policies: readonly Command[] = [
  {
    name: 'policy check',
    summary: 'Checks policies for syntax errors, type errors and common mistakes.',
    details: [
      'A file contains one policy, a list of policies or the parameters of create_policies as JSON, or a single expression.',
    ],
    arguments: [policyFile],
    flags: [sideFlag, { name: 'strict', summary: 'exit with 1 for common mistakes, too' }],
    examples: ['keywright policy check policies.json', 'echo "eth.tx.value <= 5" | keywright policy check -'],
    load: () => import('../commands/policyCheck.ts'),
  },
  {
    name: 'policy explain',
    summary: 'Explains how policies decide a request and what would change the outcome.',
    details: [
      'With --request, policies and request come from files. `request` contains the values that conditions read (activity, wallet, eth …). `users`, `approvers`, `rejecters` and `rootQuorum` describe the users and their votes.',
      'With --activity, --body or --transaction, the server collects the data for the decision without running the request. Pass POLICIES to try different policies. If the server rejects the request before it evaluates policies, the command shows the error.',
      'The exit code is 0 only if the request is allowed.',
    ],
    arguments: [{ ...policyFile, name: 'POLICIES', isList: false, isOptional: true }],
    flags: [
      { name: 'request', value: 'FILE', summary: 'request and approvers, as JSON' },
      { name: 'activity', value: 'ID', summary: 'existing activity with its votes' },
      { name: 'body', value: 'JSON', summary: 'body of a submit, @FILE, or -' },
      { name: 'transaction', value: 'HEX', summary: 'unsigned transaction, @FILE, or -' },
      { name: 'sign-with', value: 'ADDRESS', summary: 'with --transaction: address of the signing account' },
      {
        name: 'chain',
        value: 'CHAIN',
        choices: ['ethereum', 'solana', 'bitcoin'],
        summary: 'with --transaction: chain of the transaction (default ethereum)',
      },
      ...connectionFlags,
    ],
    examples: [
      'keywright policy explain policies.json --request transfer.json',
      'keywright policy explain --activity 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10',
      'keywright policy explain --transaction 02e8… --sign-with 0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    ],
    load: () => import('../commands/policyExplain.ts'),
  },
  {
    name: 'policy test',
    summary: 'Runs policy tests: requests with their expected decisions.',
    details: [
      'A test file has `policies` (a list, or the path of a policy file relative to the test file), the values that all cases share (users, rootQuorum …), and `cases`. Each case has `name`, `request`, `approvers` and `expect`: ALLOWED, CONSENSUS_NEEDED, DENIED or REJECTED.',
    ],
    arguments: [{ name: 'FILE', summary: 'test files', isList: true, completes: 'files' }],
    examples: ['keywright policy test policies.test.json'],
    load: () => import('../commands/policyTest.ts'),
  },
  {
    name: 'policy fmt',
    summary: 'Formats policy expressions in canonical form.',
    arguments: [policyFile],
    flags: [
      { name: 'write', summary: 'update the files instead of printing the result' },
      { name: 'check', summary: 'list the files that would change, and exit with 1 if there are any' },
    ],
    examples: ['keywright policy fmt policies.json --write', 'keywright policy fmt policies.json --check'],
    load: () => import('../commands/policyFmt.ts'),
  },
]
