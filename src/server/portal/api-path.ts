/** Whether a path belongs to the calls, however it is spelled, and is never answered with the portal's page. */
export function isApiPath(url: string): boolean {
  return /^\/+(auth|v1|api|dashboards|healthz|readyz|openapi\.json)(\/|\?|;|%|$)/i.test(url)
}
