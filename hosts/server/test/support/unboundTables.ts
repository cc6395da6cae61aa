/** Proves from a parsed statement that it reads and writes rows of named organizations only. */
import { parse } from 'libpg-query'

/** Tables with a row per organization or more. Each has a column `organization`. */
const SHARDED = new Set(['organizations', 'rows', 'allowances'])

type Tree = Readonly<Record<string, unknown>>
type Part = Tree | readonly unknown[]

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

/** What a query can name: tables, results of other parts of the statement, parameters as rows. */
interface Source {
  readonly alias: string
  /** Undefined for what is not a table. */
  readonly table?: string
  /** Whether its organizations are known without a condition. */
  readonly isBound: boolean
}

/**
 * Lists the tables of a statement whose organization is not compared with a parameter, a literal or something that was
 * itself compared with one. Denies what it doesn't understand.
 * @throws SqlError if PostgreSQL's own parser rejects the text
 */
export async function unboundTables(sql: string): Promise<string[]> {
  const { stmts } = (await parse(sql)) as { stmts: { stmt: Tree }[] }
  return stmts.flatMap(({ stmt }) => inStatement(stmt, new Map()))
}

/** @param known whether the organizations of each `WITH` query are bound */
function inStatement(stmt: Tree, known: ReadonlyMap<string, boolean>): string[] {
  const [kind, body] = Object.entries(stmt)[0] as [string, Tree]
  const here = new Map(known)
  const unbound: string[] = []
  for (const { CommonTableExpr: query } of ((body['withClause'] as Tree)?.['ctes'] ?? []) as Tree[]) {
    const { ctename, ctequery } = query as { ctename: string; ctequery: Tree }
    const inside = inStatement(ctequery, here)
    unbound.push(...inside)
    here.set(ctename, inside.length === 0)
  }
  const { withClause: _, larg, rarg, selectStmt, ...level } = body
  for (const side of [larg, rarg]) if (isPart(side)) unbound.push(...inStatement({ [kind]: side }, here))
  // What is inserted names the organizations of the target.
  if (isPart(selectStmt)) unbound.push(...inStatement(selectStmt as Tree, here))
  const sources = sourcesOf(kind, level, here)
  const bound = boundBy(conditionsOf(level, here), sources)
  unbound.push(...sources.flatMap(({ alias, table }) => (table && !bound.has(alias) ? [table] : [])))
  return [...unbound, ...subqueriesOf(level).flatMap((query) => inStatement(query, here))]
}

function sourcesOf(kind: string, level: Tree, known: ReadonlyMap<string, boolean>): Source[] {
  const isInsert = kind === 'InsertStmt'
  const target = isInsert ? [] : [level['relation']].filter(isPart).map((RangeVar) => ({ RangeVar }))
  const from = [level['fromClause'], level['usingClause']].flatMap((list) => (list ?? []) as Tree[])
  return [...target, ...from].flatMap((one) => sourceOf(one, known))
}

function sourceOf(node: Tree, known: ReadonlyMap<string, boolean>): Source[] {
  const [kind, body] = Object.entries(node)[0] as [string, Tree]
  const alias = (body['alias'] as { aliasname?: string })?.aliasname
  switch (kind) {
    case 'JoinExpr':
      return [body['larg'], body['rarg']].flatMap((side) => sourceOf(side as Tree, known))
    case 'RangeVar': {
      const name = body['relname'] as string
      const isBound = known.get(name) ?? false
      return [{ alias: alias ?? name, isBound, ...(SHARDED.has(name) && { table: name }) }]
    }
    case 'RangeFunction':
      return [{ alias: alias ?? '', isBound: !JSON.stringify(body).includes('ColumnRef') }]
    default:
      return [{ alias: alias ?? '', table: kind, isBound: false }]
  }
}

interface Condition {
  readonly expression: Tree
  /** Aliases whose rows it restricts. Undefined: all. */
  readonly restricts?: ReadonlySet<string>
}

/** Conditions that all hold: `AND`s of `WHERE`, and of inner and left joins. A left join keeps all rows of its left side. */
function conditionsOf(level: Tree, known: ReadonlyMap<string, boolean>): Condition[] {
  const list = allOf(level['whereClause']).map((expression): Condition => ({ expression }))
  const from = [...((level['fromClause'] ?? []) as Tree[])]
  for (let node = from.pop(); node; node = from.pop()) {
    const join = node['JoinExpr'] as Tree | undefined
    if (join === undefined) continue
    const [larg, rarg] = [join['larg'] as Tree, join['rarg'] as Tree]
    from.push(larg, rarg)
    if (join['jointype'] === 'JOIN_INNER')
      list.push(...allOf(join['quals']).map((expression) => ({ expression })))
    if (join['jointype'] === 'JOIN_LEFT') {
      const restricts = new Set(sourceOf(rarg, known).map(({ alias }) => alias))
      list.push(...allOf(join['quals']).map((expression) => ({ expression, restricts })))
    }
  }
  return list
}

/** The comparisons that an expression joins by `AND`. */
function allOf(expression: unknown): Tree[] {
  if (!isPart(expression)) return []
  const { BoolExpr: joined, A_Expr: comparison } = expression as Record<string, Tree | undefined>
  if (joined?.['boolop'] === 'AND_EXPR') return (joined['args'] as Tree[]).flatMap(allOf)
  return comparison ? [comparison] : []
}

/** The aliases whose organization is bound, found until nothing is added. */
function boundBy(conditions: readonly Condition[], sources: readonly Source[]): ReadonlySet<string> {
  const bound = new Set(sources.filter(({ isBound }) => isBound).map(({ alias }) => alias))
  const only = sources.length === 1 ? sources[0]!.alias : undefined
  for (let before = -1; before !== bound.size; ) {
    before = bound.size
    for (const { expression, restricts } of conditions) {
      const { kind, name, lexpr, rexpr } = expression
      if (JSON.stringify(name) !== '[{"String":{"sval":"="}}]') continue
      if (kind !== 'AEXPR_OP' && kind !== 'AEXPR_IN' && kind !== 'AEXPR_OP_ANY') continue
      for (const [one, other] of [
        [lexpr, rexpr],
        [rexpr, lexpr],
      ] as Tree[][]) {
        const alias = organizationOf(one!, only)
        if (alias === undefined || restricts?.has(alias) === false) continue
        const from = organizationOf(other!, only)
        if (from === undefined ? isGiven(other!) : bound.has(from)) bound.add(alias)
      }
    }
  }
  return bound
}

/** The alias of a reference to a column `organization`. */
function organizationOf(node: Tree, only: string | undefined): string | undefined {
  const fields = (node['ColumnRef'] as { fields: { String?: { sval: string } }[] } | undefined)?.fields
  const names = fields?.map((field) => field.String?.sval)
  if (names?.at(-1) !== 'organization') return undefined
  return names.length === 2 ? names[0] : only
}

/** Parameters and literals. */
const isGiven = (node: Tree): boolean => {
  const text = JSON.stringify(node)
  return !text.includes('ColumnRef') && !text.includes('SubLink') && /ParamRef|A_Const/.test(text)
}

/** The nearest queries inside expressions and in `FROM`. */
function subqueriesOf(part: Part): Tree[] {
  return Object.entries(part).flatMap(([key, value]) => {
    if (!isPart(value)) return []
    return /^(Select|Insert|Update|Delete)Stmt$/.test(key) ? [{ [key]: value }] : subqueriesOf(value)
  })
}
