/** Bundles the targets with a counter in each branch of the sources. */
import { readFileSync } from 'node:fs'
import { transformSync, types } from '@babel/core'
import { build, transformSync as toJavaScript } from 'esbuild'

/**
 * Writes CommonJS that counts in `globalThis.fuzzCounters`. Dependencies are bundled without counters.
 * @returns {Promise<number>} number of counters
 */
export async function bundle(entry, outfile) {
  const counters = { count: 0 }
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    plugins: [
      {
        name: 'count branches',
        setup({ onLoad, onResolve }) {
          // Commands are only parsed, never run.
          onResolve({ filter: /^\./ }, ({ kind, importer, path }) =>
            kind === 'dynamic-import' && importer.includes('/cli/src/')
              ? { path, external: true }
              : undefined,
          )
          onLoad({ filter: /\.ts$/ }, ({ path }) => ({
            contents: count(readFileSync(path, 'utf8'), counters),
          }))
        },
      },
    ],
  })
  return counters.count
}

function count(source, counters) {
  const { code } = toJavaScript(source, { loader: 'ts', target: 'es2022' })
  const options = { configFile: false, babelrc: false, compact: false, plugins: [countBranches(counters)] }
  return transformSync(code, options).code
}

/** Adds `fuzzCounters[n]++` to every branch. */
function countBranches(counters) {
  const hit = () => {
    const place = types.memberExpression(
      types.identifier('fuzzCounters'),
      types.numericLiteral(counters.count++),
      true,
    )
    return types.updateExpression('++', place)
  }
  const statement = () => types.expressionStatement(hit())
  const counted = (node) => types.sequenceExpression([hit(), node])
  const block = (path, key) => {
    const body = path.get(key)
    if (body.node) body.replaceWith(types.blockStatement([statement(), body.node]))
  }
  return {
    visitor: {
      Function: {
        exit({ node }) {
          if (types.isBlockStatement(node.body)) node.body.body.unshift(statement())
          else node.body = counted(node.body)
        },
      },
      IfStatement: {
        exit(path) {
          block(path, 'consequent')
          block(path, 'alternate')
        },
      },
      Loop: { exit: (path) => block(path, 'body') },
      SwitchCase: { exit: ({ node }) => void node.consequent.unshift(statement()) },
      CatchClause: { exit: ({ node }) => void node.body.body.unshift(statement()) },
      ConditionalExpression: {
        exit({ node }) {
          node.consequent = counted(node.consequent)
          node.alternate = counted(node.alternate)
        },
      },
      LogicalExpression: {
        exit({ node }) {
          node.right = counted(node.right)
        },
      },
    },
  }
}
