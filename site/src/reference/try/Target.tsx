/** Where the console sends a call: an organization of the page's sandbox. The body contains its ids. */
import { SelectField } from '../../widgets/kit/fields.tsx'
import type { CallToolProps } from '../callTool.ts'
import { DeskFields, useDesk } from './Desk.tsx'
import { METHODS } from './signers.ts'
import { useBody } from './useBody.ts'

export type Target = ReturnType<typeof useTarget>

export function useTarget(tool: CallToolProps) {
  const body = useBody(tool)
  const desk = useDesk(tool.operation.operationId, body.type, ({ surroundings, type, prepared }) =>
    body.reset(surroundings, type, prepared?.parameters),
  )
  const startOver = (type: string | undefined) => {
    body.startOver()
    return desk.start(type)
  }
  const choose = (id: string, type: string | undefined) => {
    body.startOver()
    return desk.choose(id, type)
  }
  return {
    desk: { ...desk, start: startOver, choose },
    body,
    bodyNow: body.around({ organizationId: desk.organizationId, timestampMs: String(Date.now()) }),
  }
}

interface TargetFieldsProps {
  readonly target: Target
  /** Activity types of the call. */
  readonly types: readonly string[]
}

export function TargetFields({ target: { desk, body }, types }: TargetFieldsProps) {
  const stamper = desk.surroundings?.users.find(({ userId }) => userId === desk.userId)?.userName
  return (
    <details className="try-context">
      <summary>
        {['Sandbox', ...(stamper ? [stamper, METHODS[desk.method]] : [])].join(' · ')}{' '}
        <span className="try-change">Change</span>
      </summary>
      <div className="try-fields">
        {types.length > 1 && (
          <SelectField
            label="Activity type"
            value={body.type!}
            options={[...types].reverse()}
            onChange={desk.start}
          />
        )}
        {desk.surroundings && <DeskFields desk={desk} surroundings={desk.surroundings} type={body.type} />}
      </div>
    </details>
  )
}
