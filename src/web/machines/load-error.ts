import type { LoadFailure, ReportContext } from './report-context.ts'

/** Says why a load failed: `rejected` is a response that reports failure, `unreachable` a missing or invalid one. */
export class LoadError extends Error {
  readonly kind: 'unreachable' | 'rejected'
  readonly serverMessage: string | null
  readonly details: Omit<LoadFailure, 'text'>

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
  const failure = error instanceof LoadError ? error : new LoadError('unreachable', null)
  return { text: failure.serverMessage ?? messages[failure.kind], ...failure.details }
}
