/**
 * Traces for OpenTelemetry, told where to go by its standard environment variables
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 *
 * Its packages weigh more than everything else that the command installs: they are optional, and loaded only when
 * `OTEL_EXPORTER_OTLP_ENDPOINT` (or the one for traces) is set.
 */

import type { Exchange } from '@keywright/host'
import type { Context, Span, Tracer } from '@opentelemetry/api'
import { ServerError } from '../serverError.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Telemetry {
  /** Runs what answers a request within a span of its own, under the caller's (`traceparent`, W3C Trace Context). */
  trace(exchange: Exchange, answer: () => Promise<Response>): Promise<Response>
  /** Runs a store operation within a span under the current span. */
  within<T>(operation: string, task: () => Promise<T>): Promise<T>
  /** Sends what waits. */
  close(): Promise<void>
}

const PACKAGES = ['@opentelemetry/api', '@opentelemetry/sdk-trace-node'] as const
const EXPORTERS: Readonly<Record<string, string>> = {
  'http/protobuf': '@opentelemetry/exporter-trace-otlp-proto',
  'http/json': '@opentelemetry/exporter-trace-otlp-http',
}

/**
 * Undefined when nothing asks for traces, or `OTEL_SDK_DISABLED` is `true`.
 * @throws ServerError `TELEMETRY_UNAVAILABLE` when a package is missing or the protocol is another
 */
export async function openTelemetry(env: Environment): Promise<Telemetry | undefined> {
  const endpoint = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none'
  if (!endpoint || isOff) return undefined
  const protocol =
    env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf'
  const exporter = EXPORTERS[protocol]
  if (!exporter) {
    const hint = `Set OTEL_EXPORTER_OTLP_PROTOCOL to ${Object.keys(EXPORTERS).join(' or ')}, which collectors take on port 4318.`
    throw new ServerError('TELEMETRY_UNAVAILABLE', `traces do not leave by ${protocol}`, hint)
  }
  const [api, sdk] = await Promise.all([
    load<typeof import('@opentelemetry/api')>(PACKAGES[0], exporter),
    load<typeof import('@opentelemetry/sdk-trace-node')>(PACKAGES[1], exporter),
  ])
  const { OTLPTraceExporter } = await load<typeof import('@opentelemetry/exporter-trace-otlp-proto')>(
    exporter,
    exporter,
  )
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await load<
    typeof import('@opentelemetry/resources')
  >('@opentelemetry/resources', exporter)
  // The environment, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`, has the last word.
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'keywright' }))
    .merge(detectResources({ detectors: [envDetector] }))
  // Endpoint, headers, time limits, batch sizes and sampler come from the environment by themselves.
  const provider = new sdk.NodeTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return telemetryOf(api, provider.getTracer('keywright'), () => provider.shutdown())
}

function telemetryOf(
  { context, propagation, SpanKind, SpanStatusCode }: typeof import('@opentelemetry/api'),
  tracer: Tracer,
  close: () => Promise<void>,
): Telemetry {
  const run = <T>(
    name: string,
    kind: number,
    parent: Context,
    task: (span: Span) => Promise<T>,
  ): Promise<T> =>
    tracer.startActiveSpan(name, { kind }, parent, async (span) => {
      try {
        return await task(span)
      } catch (error) {
        // The name of the error only: messages may quote what a caller sent.
        const message = error instanceof Error ? error.name : 'unknown'
        span.setStatus({ code: SpanStatusCode.ERROR, message })
        throw error
      } finally {
        span.end()
      }
    })
  return {
    trace(exchange, answer) {
      const parent = propagation.extract(context.active(), Object.fromEntries(exchange.headers))
      return run(exchange.call ?? 'unknown call', SpanKind.SERVER, parent, async (span) => {
        const response = await answer()
        span.setAttributes(attributesOf(exchange, response.status))
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        return response
      })
    },
    within: (operation, task) => run(`store ${operation}`, SpanKind.INTERNAL, context.active(), task),
    close,
  }
}

/** By the semantic conventions for HTTP where they have a name; ids and codes, never a value of a body. */
const attributesOf = ({ id, call, method, facts }: Exchange, status: number) => ({
  'http.request.method': method,
  'http.response.status_code': status,
  'keywright.request_id': id,
  ...(call !== undefined && { 'http.route': call }),
  ...(facts.organizationId !== undefined && { 'keywright.organization_id': facts.organizationId }),
  ...(facts.userId !== undefined && { 'keywright.user_id': facts.userId }),
  ...(facts.activityId !== undefined && { 'keywright.activity_id': facts.activityId }),
  ...(facts.errorCode !== undefined && { 'error.type': facts.errorCode }),
})

async function load<Module>(name: string, exporter: string): Promise<Module> {
  try {
    return (await import(name)) as Module
  } catch (error) {
    const hint = `Install them beside keywright: npm install ${[...PACKAGES, exporter].join(' ')}; or unset OTEL_EXPORTER_OTLP_ENDPOINT.`
    throw new ServerError('TELEMETRY_UNAVAILABLE', `traces need ${name}, which is not installed`, hint, error)
  }
}
