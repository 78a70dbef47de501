/** `/backups/a.gz: no space left on device (ENOSPC)` for `ENOSPC: no space left on device, write`. */
export function formatFileError(error: Error): string {
  const [, code, reason] = /^(E\w+): (.+?), /.exec(error.message) ?? []
  const path = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined
  const prefix = typeof path === 'string' ? `${path}: ` : ''
  return code === undefined ? error.message : `${prefix}${reason} (${code})`
}
