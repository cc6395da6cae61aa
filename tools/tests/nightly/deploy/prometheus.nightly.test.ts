/** `hosts/deploy/prometheus`: Prometheus' own tool makes the fault of each alert, and sees it fire. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const folder = fileURLToPath(new URL('../../../../hosts/deploy/prometheus/', import.meta.url))
const read = (name: string) => parse(readFileSync(`${folder}${name}`, 'utf8'))
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

interface Case {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts?: readonly object[] }[]
}

describe('hosts/deploy/prometheus/alerts.yml', () => {
  it('has a case for each alert in which it fires', () => {
    const { groups } = read('alerts.yml') as { groups: { rules: { alert: string }[] }[] }
    const { tests } = read('alerts.test.yml') as { tests: Case[] }
    const fired = tests.flatMap(({ alert_rule_test: checks }) =>
      checks.flatMap(({ alertname, exp_alerts: alerts = [] }) => (alerts.length > 0 ? [alertname] : [])),
    )
    const rules = groups.flatMap((group) => group.rules.map(({ alert }) => alert))
    expect(rules.length).toBeGreaterThan(15)
    expect([...new Set(fired)].sort()).toEqual(rules.sort())
  })

  it.runIf(hasPromtool)('fires in each case, and not before', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(status, stdout + stderr).toBe(0)
  })
})
