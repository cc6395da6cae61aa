/** `hosts/deploy/kubernetes/keywright.yaml` against the schemas of Kubernetes, and against what the image and server provide. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.ts'

const KINDS = { Deployment, Job, NetworkPolicy, PodDisruptionBudget, Service }

const text = readFileSync(
  new URL('../../../../hosts/deploy/kubernetes/keywright.yaml', import.meta.url),
  'utf8',
)
const objects = parseAllDocuments(text).map((document) => document.toJS() as Manifest)

interface Manifest {
  readonly kind: keyof typeof KINDS
  readonly metadata: { readonly name: string }
}

describe('hosts/deploy/kubernetes/keywright.yaml', () => {
  it.each(objects)('$kind $metadata.name fits its schema', (object) => {
    const Kind = KINDS[object.kind] as unknown as new (data: object) => { validate(): void }
    new Kind(object).validate()
    expect(() => new Kind({ ...object, spec: 'nonsense' }).validate()).toThrow()
  })

  it('names the migration and the image by the release', () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../../../cli/package.json', import.meta.url), 'utf8'),
    ) as { version: string }
    const job = objects.find(({ kind }) => kind === 'Job')!
    expect(job.metadata.name).toBe(`keywright-migrate-${version.replaceAll('.', '-')}`)
    const tags = [...text.matchAll(/image: registry\.example\/keywright:(\S+)/g)].map((match) => match[1])
    expect(tags).toEqual([version, version])
  })

  it('selects the pods of the deployment by labels that they have', () => {
    const named = (kind: string) => objects.find((object) => object.kind === kind) as never
    const { spec: deployment } = named('Deployment') as Pods
    const labels = deployment.template.metadata.labels
    expect(deployment.selector.matchLabels).toEqual(labels)
    expect((named('Service') as { spec: { selector: object } }).spec.selector).toEqual(labels)
    expect((named('PodDisruptionBudget') as Pods).spec.selector.matchLabels).toEqual(labels)
    expect((named('NetworkPolicy') as { spec: { podSelector: object } }).spec.podSelector).toEqual({
      matchLabels: labels,
    })
  })

  it('has every container run without rights, on a file system that it cannot write', () => {
    for (const { spec } of objects.filter(
      ({ kind }) => kind === 'Deployment' || kind === 'Job',
    ) as unknown as Pods[]) {
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const { securityContext } of spec.template.spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
      }
    }
  })
})

interface Pods {
  readonly spec: {
    readonly selector: { readonly matchLabels: object }
    readonly template: {
      readonly metadata: { readonly labels: object }
      readonly spec: { readonly containers: readonly { readonly securityContext: object }[] }
    }
  }
}

it("hosts/deploy/kubernetes/monitor.yaml fits the Prometheus Operator's schema", () => {
  const file = new URL('../../../../hosts/deploy/kubernetes/monitor.yaml', import.meta.url)
  const monitor = parse(readFileSync(file, 'utf8'))
  new PodMonitor(monitor).validate()
  const wrong = { ...monitor, spec: { ...monitor.spec, podMetricsEndpoints: 'metrics' } }
  expect(() => new PodMonitor(wrong).validate()).toThrow()
})

/** See `tools/scripts/lib/kubeconform.mjs`. */
const kubeconform = process.env['KEYWRIGHT_KUBECONFORM']

describe.runIf(kubeconform)('kubeconform, strict', () => {
  const folder = temporaryFolder('kubernetes')

  /** One file per kind, because kubeconform doesn't find definitions in a second one. */
  function bundleSchemas(version: string): string {
    const from = join(kubeconform!, `kubernetes_validate/kubernetes-json-schema/v${version}-local-strict`)
    const read = (name: string) =>
      JSON.parse(readFileSync(join(from, name), 'utf8').replaceAll('/api/_definitions.json#', '#')) as Record<
        string,
        unknown
      >
    const { $defs } = read('_definitions.json')
    const into = join(folder, version)
    mkdirSync(into)
    for (const name of [
      'deployment-apps',
      'job-batch',
      'service',
      'poddisruptionbudget-policy',
      'networkpolicy-networking',
    ]) {
      const { $schema: _, ...schema } = read(`${name}-v1.json`)
      writeFileSync(join(into, `${name}-v1.json`), JSON.stringify({ ...schema, $defs }))
    }
    return join(into, '{{.ResourceKind}}{{.KindSuffix}}.json')
  }

  it.each(['1.29.0', '1.34.0', '1.37.0'])('accepts the manifests for Kubernetes %s', (version) => {
    const schemas = bundleSchemas(version)
    const check = (manifests: string) =>
      spawnSync(
        join(kubeconform!, 'kubeconform'),
        ['-strict', '-summary', '-output', 'json', '-schema-location', schemas],
        { input: manifests, encoding: 'utf8' },
      )
    const { status, stdout } = check(text)
    expect(JSON.parse(stdout).summary).toEqual({ valid: objects.length, invalid: 0, errors: 0, skipped: 0 })
    expect(status).toBe(0)
    expect(check(text.replace('replicas: 2', 'replicaz: 2'))).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('replicaz'),
    })
  })
})
