import { deepFreeze } from './entry.ts'

/** The operators and functions, with their types, for the reference. */
export const OPERATIONS: readonly { readonly form: string; readonly type: string; readonly doc: string }[] =
  deepFreeze([
    {
      form: 'a && b',
      type: '(bool, bool) → bool',
      doc: 'True when both are true; both sides are evaluated.',
    },
    { form: 'a || b', type: '(bool, bool) → bool', doc: 'True when one is true; both sides are evaluated.' },
    {
      form: 'a == b, a != b',
      type: '(int, int) → bool',
      doc: 'Compares integers, strings or bools of one type.',
    },
    { form: 'a < b, a > b, a <= b, a >= b', type: '(int, int) → bool', doc: 'Orders integers.' },
    {
      form: 'x in list',
      type: '(T, list<T>) → bool',
      doc: 'True when the list has an element equal to `x`.',
    },
    {
      form: 'list[i]',
      type: '(list<T>, int) → T',
      doc: 'The element at `i`, from 0; beyond the end is an error.',
    },
    { form: "'text'[i]", type: '(string, int) → string', doc: 'One character; beyond the end is an error.' },
    {
      form: 'list[a..b]',
      type: '(list<T>, int, int) → list<T>',
      doc: 'Elements from `a` up to but without `b`.',
    },
    {
      form: "'text'[a..b]",
      type: '(string, int, int) → string',
      doc: 'Characters from `a` up to but without `b`.',
    },
    {
      form: "map['key']",
      type: '(map, string) → value',
      doc: 'The entry of that name; a missing one is an error.',
    },
    { form: 'x.field', type: 'struct → T', doc: 'The field of that name.' },
    {
      form: 'uint(text)',
      type: 'string → uint',
      doc: 'The number in up to 32 bytes of hex digits, such as `uint(eth.tx.data[10..74])`.',
    },
    {
      form: 'uint_le(text)',
      type: 'string → uint',
      doc: 'The same with the lowest byte first, as in Solana instructions.',
    },
    {
      form: "Timestamp('2026-03-01T00:00:00Z')",
      type: 'string → timestamp',
      doc: 'A time in RFC 3339 with offset zero; only in the `time` of a policy.',
    },
    {
      form: "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
      type: '(string, string, string) → bool',
      doc: 'True from the moment that the cron expression fires in the time zone, for the duration; only in the `time` of a policy.',
    },
    {
      form: 'list.all(v, p)',
      type: '(list<T>, T → bool) → bool',
      doc: 'True when `p` holds for each; true when empty.',
    },
    {
      form: 'list.any(v, p)',
      type: '(list<T>, T → bool) → bool',
      doc: 'True when `p` holds for one; false when empty.',
    },
    { form: 'list.contains(x)', type: '(list<T>, T) → bool', doc: 'The same as `x in list`.' },
    { form: 'list.count()', type: 'list<T> → int', doc: 'The number of elements.' },
    {
      form: 'list.filter(v, p)',
      type: '(list<T>, T → bool) → list<T>',
      doc: 'The elements for which `p` holds.',
    },
  ])
