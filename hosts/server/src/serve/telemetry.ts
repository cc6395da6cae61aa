/**
 * OpenTelemetry traces, configured by the standard environment variables
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 *
 * The packages are larger than everything else that the command installs, so they are optional and loaded only if
 * `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set.
 */

import type { Exchange } from '@keywright/host'
import type { Context, Span, Tracer } from '@opentelemetry/api'
import { ServerError } from '../serverError.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Telemetry {
  /** Handles a request within a span below the caller's span (`traceparent`, W3C Trace Context). */
  trace(exchange: Exchange, answer: () => Promise<Response>): Promise<Response>
  /** Runs a store operation, within a span below the current one if there is one. */
  within<T>(operation: string, task: () => Promise<T>): Promise<T>
  /** Sends pending spans. */
  close(): Promise<void>
}

const PACKAGES = ['@opentelemetry/api', '@opentelemetry/sdk-trace-node'] as const
const EXPORTERS: Readonly<Record<string, string>> = {
  'http/protobuf': '@opentelemetry/exporter-trace-otlp-proto',
  'http/json': '@opentelemetry/exporter-trace-otlp-http',
}

/**
 * Returns undefined if tracing is not configured or `OTEL_SDK_DISABLED` is `true`.
 * @throws ServerError `TELEMETRY_UNAVAILABLE` if a package is missing or the protocol is not supported
 */
export async function openTelemetry(env: Environment): Promise<Telemetry | undefined> {
  const endpoint = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none'
  if (!endpoint || isOff) return undefined
  const protocol =
    env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf'
  const exporter = EXPORTERS[protocol]
  if (!exporter) {
    const hint = `Set OTEL_EXPORTER_OTLP_PROTOCOL to ${Object.keys(EXPORTERS).join(' or ')}, which collectors accept on port 4318.`
    throw new ServerError('TELEMETRY_UNAVAILABLE', `OTLP protocol \`${protocol}\` is not supported`, hint)
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
  // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence.
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'keywright' }))
    .merge(detectResources({ detectors: [envDetector] }))
  // The SDK reads endpoint, headers, timeouts, batch sizes and sampler from the environment.
  const provider = new sdk.NodeTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return telemetryOf(api, provider.getTracer('keywright'), () => provider.shutdown())
}

function telemetryOf(
  { context, propagation, SpanKind, SpanStatusCode, trace }: typeof import('@opentelemetry/api'),
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
        // Only the name of the error: messages may quote input of a caller.
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
    within(operation, task) {
      // Work in the background belongs to no request, and each operation would be a trace of its own.
      if (trace.getActiveSpan() === undefined) return task()
      return run(`store ${operation}`, SpanKind.INTERNAL, context.active(), task)
    },
    close,
  }
}

/** Follows the semantic conventions for HTTP. Contains IDs and codes, never values of a body. */
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
    const hint = `Install the packages next to keywright with npm install ${[...PACKAGES, exporter].join(' ')}, or unset OTEL_EXPORTER_OTLP_ENDPOINT.`
    throw new ServerError('TELEMETRY_UNAVAILABLE', `traces need ${name}, which is not installed`, hint, error)
  }
}
