/** `hosts/deploy/kubernetes/keywright.yaml` against the schemas of Kubernetes, and against what the image and server provide. */
import { readFileSync } from 'node:fs'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

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
