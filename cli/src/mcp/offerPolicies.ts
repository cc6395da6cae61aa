/** The tools for policies. They change nothing. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { resolveCall } from '../arguments/calls.ts'
import { usageFailure } from '../output/failure.ts'
import { type Engine, queriesOf } from './engine.ts'
import { answer, anyObject, expand, MOST_EXPRESSION, only, organizationId, stamper, words } from './tool.ts'
import texts from './tools.json' with { type: 'json' }

/** Loaded on demand, like everything that a session may not need. */
const tools = () => import('./policyTools.ts')
const annotations = { readOnlyHint: true, openWorldHint: false }

const policyList = z
  .array(anyObject())
  .max(200)
  .describe('Policies as in create_policies: policyName, effect, condition, consensus, time')

/** Tools that check and explain policies. They change nothing. */
export function offerPolicies(server: McpServer, engine: Engine): void {
  offerCheck(server)
  offerExplanations(server, engine)
}

function offerCheck(server: McpServer): void {
  server.registerTool(
    'check_policy',
    {
      ...texts.check_policy,
      inputSchema: only({
        policies: policyList.optional(),
        expression: z
          .string()
          .max(MOST_EXPRESSION)
          .optional()
          .describe('One expression, instead of policies'),
        side: z
          .enum(['condition', 'consensus', 'time'])
          .default('condition')
          .describe('The kind of the expression'),
        interfaces: z
          .array(anyObject())
          .max(200)
          .optional()
          .describe('From list_smart_contract_interfaces, to find misspelled arguments of calls'),
      }),
      annotations,
    },
    ({ policies, expression, side, interfaces }) =>
      answer(async () => {
        const { checkOneExpression, checkPolicies } = await tools()
        if (policies !== undefined && expression === undefined) return checkPolicies(policies, interfaces)
        if (expression !== undefined && policies === undefined)
          return checkOneExpression(expression, side, interfaces)
        throw usageFailure('nothing to check', 'pass either policies or expression')
      }),
  )
}

function offerExplanations(server: McpServer, engine: Engine): void {
  server.registerTool(
    'explain_policy',
    {
      ...texts.explain_policy,
      inputSchema: only({
        activityId: words().optional().describe('An existing activity'),
        call: words()
          .optional()
          .describe('Instead of an activity: the call of the request, such as create_wallet'),
        parameters: anyObject().optional().describe('Parameters of the request'),
        policies: policyList.optional().describe('Decide by these policies instead, to try a change'),
        ...stamper(engine),
        organizationId,
        expand,
      }),
      annotations,
    },
    ({ call, expand: isWhole, activityId, parameters, policies, ...who }) =>
      answer(async () => {
        const { explainPolicies } = await tools()
        const named = call === undefined ? undefined : resolveCall(call).call
        return explainPolicies(queriesOf(engine, who), { activityId, call: named, parameters, policies })
      }, isWhole),
  )

  server.registerTool(
    'what_gets_through',
    {
      ...texts.what_gets_through,
      inputSchema: only({
        policies: policyList.optional().describe('Search these policies instead, to try a change'),
        ...stamper(engine),
        organizationId,
        expand,
      }),
      annotations,
    },
    ({ policies, expand: isWhole, ...who }) =>
      answer(async () => {
        const { whatGetsThrough } = await tools()
        return whatGetsThrough(queriesOf(engine, who), policies, isWhole)
      }, isWhole),
  )
}
