import { isLoopback } from './http/client-network.ts'

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, by STARTTLS, or none, to a server on this machine only. */
  readonly tls: 'at once' | 'starttls' | 'none'
  /** Empty without a sign-in. */
  readonly user: string
  readonly password: string
}

const FORM =
  'must be an address such as smtps://user:password@mail.example.com, with / ? # and @ as %2F %3F %23 %40'

/** Parses an SMTP_URL: `smtps:` for TLS at once (port 465), `smtp:` for STARTTLS (587). Throws an error whose message does not repeat the URL, which may contain a password. */
export function parseSmtpUrl(text: string): SmtpServer {
  if (!URL.canParse(text)) throw new Error(FORM)
  const url = new URL(text)
  const isSecure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isPlain = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === ''
  if ((!isSecure && url.protocol !== 'smtp:') || host === '' || !isPlain) throw new Error(FORM)
  const port = url.port === '' ? (isSecure ? 465 : 587) : Number(url.port)
  const tls = isSecure ? 'at once' : isLoopback(host) ? 'none' : 'starttls'
  try {
    return {
      host,
      port,
      tls,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    }
  } catch {
    throw new Error(FORM)
  }
}
