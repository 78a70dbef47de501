import type { LoadFailure, ReportContext } from './report-context.ts'

/** Says why a load failed: `rejected` is a response that reports failure, `unreachable` a missing or invalid one. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly kind: 'unreachable' | 'rejected'
  readonly serverMessage: string | null
  readonly details: Pick<LoadFailure, 'requestId' | 'reason'>

  constructor(
    kind: LoadError['kind'],
    serverMessage: string | null,
    details: LoadError['details'] = { requestId: null, reason: null },
  ) {
    super(serverMessage ?? kind)
    this.kind = kind
    this.serverMessage = serverMessage
    this.details = details
  }
}

/** Says why a load failed: the server's message, or that of the definition. */
export function getFailure({ plan, requestedView }: ReportContext, error: unknown): LoadFailure {
  const messages = plan.data.messages[requestedView ?? 'table']
  if (!(error instanceof LoadError)) return { text: messages.unreachable, requestId: null, reason: null }
  return { text: error.serverMessage ?? messages[error.kind], ...error.details }
}
