/** Sends a request again, as another user or with a flipped byte. */
import { calls } from '@keywright/contract'
import type { OrganizationView, RequestInFull } from '@keywright/devhost'
import { useState } from 'react'
import type { Api } from '../api.ts'
import { useAction, useHost } from '../live.ts'
import { Choice, Outcome } from '../parts/texts.tsx'
import { SecondResponse, type Sent } from './SecondResponse.tsx'

/** Created on demand, because most organizations of examples have one user. */
const BOB = 'Bob'

interface AgainProps {
  readonly request: RequestInFull
  readonly body: string
  readonly organization: OrganizationView
}

export function Again({ request, body, organization }: AgainProps) {
  const { api } = useHost()
  const sending = useAction()
  const [sent, setSent] = useState<Sent>()
  const others = organization.users
    .filter(
      (user) => !user.apiKeys.some(({ credential }) => credential.publicKey === request.stamp.publicKey),
    )
    .map(({ userName }) => userName)
  const names = others.includes(BOB) ? others : [...others, BOB]
  const [chosen, setChosen] = useState<string>()
  const name = chosen !== undefined && names.includes(chosen) ? chosen : names[0]!
  const { header, value } = request.stamp

  const replay = () =>
    sending.run(async () => {
      const userId = await userNamed(api, organization, name)
      const again = await renew(api, body)
      const { organizationId } = organization
      setSent({
        what: `As ${name}`,
        request: await api.exchangeAs({ organizationId, userId }, request.path, again),
      })
      return undefined
    })
  const flip = () =>
    sending.run(async () => {
      const { text, what } = flipped(body)
      setSent({ what, request: await api.exchange(request.path, text, { [header!]: value! }) })
      return undefined
    })
  return (
    <>
      <fieldset className="kwi-form" aria-busy={sending.isBusy}>
        <legend>Send it again</legend>
        <div className="kwi-buttons">
          <Choice
            label="User"
            value={name}
            onChange={setChosen}
            options={names.map((each) => [each, others.includes(each) ? each : `${each} (new user)`])}
          />
          <button type="button" onClick={replay}>
            Replay as {name}
          </button>
          {header && value !== undefined && (
            <button type="button" onClick={flip}>
              Flip one byte
            </button>
          )}
        </div>
        <Outcome of={sending} />
      </fieldset>
      {sent && <SecondResponse first={request} sent={sent} />}
    </>
  )
}

/** Returns the user's id. Creates the user if necessary. */
async function userNamed(api: Api, organization: OrganizationView, name: string): Promise<string> {
  const { organizationId, quorum } = organization
  const find = ({ users }: OrganizationView) => users.find(({ userName }) => userName === name)?.userId
  const known = find(organization)
  if (known !== undefined) return known
  const { path, postedType } = calls.create_users
  const { now } = await api.get<{ now: number }>('/dev/clock')
  const key = { apiKeyName: name, publicKey: await unusedPublicKey(), curveType: 'API_KEY_CURVE_P256' }
  const user = { userName: name, userTags: [], apiKeys: [key], authenticators: [], oauthProviders: [] }
  const body = { type: postedType, timestampMs: String(now), organizationId, parameters: { users: [user] } }
  const root = { organizationId, userId: quorum.userIds[0]! }
  const { error } = await api.exchangeAs(root, path, JSON.stringify(body))
  const created = find(await api.get<OrganizationView>(`/dev/organizations/${organizationId}`))
  if (created === undefined) throw new Error(error?.message ?? `creating ${name} needs more approvals`)
  return created
}

/** Every user needs a credential. The host stamps with another key that it adds. */
async function unusedPublicKey(): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const [, ...point] = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const x = point.slice(0, 32).map((byte) => byte.toString(16).padStart(2, '0'))
  return `0${2 + (point.at(-1)! & 1)}${x.join('')}`
}

/** Updates the time of a submission, because the same body from another user would be a vote on the same activity. */
async function renew(api: Api, body: string): Promise<string> {
  const parsed = JSON.parse(body) as { timestampMs?: string }
  if (parsed.timestampMs === undefined) return body
  const { now } = await api.get<{ now: number }>('/dev/clock')
  return JSON.stringify({ ...parsed, timestampMs: String(now) })
}

/** Flips the lowest bit of one digit of the time, or else of the last letter or digit. The body stays valid JSON. */
function flipped(body: string): { text: string; what: string } {
  const at = body.search(/(?<="timestampMs": ?"\d+)\d"/)
  const place = at >= 0 ? at : body.search(/[A-Za-z0-9][^A-Za-z0-9]*$/)
  const before = body[place]!
  const after = String.fromCharCode(before.charCodeAt(0) ^ 1)
  return {
    text: body.slice(0, place) + after + body.slice(place + 1),
    what: `With “${after}” instead of “${before}” in place ${place + 1}`,
  }
}
