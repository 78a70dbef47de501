import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { findPort, findProgram } from './programs.ts'

/** nginx with the configuration of docs/operations/deploy/nginx.conf; only ports and files are other ones. */
export const nginx = findProgram('nginx')
/** The name of the proxy's host. */
export const HOST = 'portal.example.com'

export interface Response {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly origin?: string
}

/** A running nginx in front of a server. */
export interface Proxy {
  readonly plain: number
  readonly tls: number
  readonly stop: () => Promise<void>
}

/** Creates the certificate of the proxy in a folder. */
export function createCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-days', '2']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
    stdio: 'ignore',
  })
}

/** Starts nginx before a server; its certificate is in the folder. */
export async function startProxy(folder: string, upstream: string): Promise<Proxy> {
  const [plain, tls] = [await findPort(), await findPort()]
  const own = mkdtempSync(join(folder, 'nginx-'))
  const site = readFileSync('docs/operations/deploy/nginx.conf', 'utf8')
    .replace('server 127.0.0.1:8080', `server ${new URL(upstream).host}`)
    .replaceAll(/listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${tls} ssl http2;`)
    .replaceAll('/etc/ssl/portal/', `${folder}/`)
  const main = [
    `pid ${own}/nginx.pid;`,
    `error_log ${own}/error.log;`,
    'worker_processes 1;',
    'daemon off;',
    'events { worker_connections 1024; }',
    'http {',
    '  access_log off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `  ${name}_temp_path ${own}/${name};`,
    ),
    site,
    '}',
  ]
  writeFileSync(join(own, 'nginx.conf'), main.join('\n'))
  const args = ['-c', join(own, 'nginx.conf'), '-p', own]
  const check = spawnSync(nginx ?? '', ['-t', ...args], { encoding: 'utf8' })
  if (check.status !== 0) throw new Error(check.stderr)
  const child = spawn(nginx ?? '', args, { stdio: 'ignore' })
  const proxy: Proxy = {
    plain,
    tls,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      child.kill('SIGTERM')
      await ended
    },
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(own, 'error.log'), 'utf8'))
    if (await send(proxy, 'GET', '/').catch(() => null)) return proxy
    await setTimeout(20)
  }
}

/** Each request has a connection of its own, as those of many clients. */
const agent = new Agent({ pipelining: 0, connect: { rejectUnauthorized: false, servername: HOST } })

/** Sends a request through the proxy, by TLS unless another address is named. */
export async function send(
  { tls }: Pick<Proxy, 'tls'>,
  method: 'GET' | 'POST',
  path: string,
  { body, headers = {}, origin = `https://127.0.0.1:${tls}` }: Sent = {},
): Promise<Response> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await request(`${origin}${path}`, {
    method,
    dispatcher: agent,
    headers: { host: HOST, ...type, ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const content = Buffer.from(await response.body.arrayBuffer())
  return { status: response.statusCode, headers: response.headers, body: content }
}

/** The object in the body of a response. */
export const parse = ({ body }: Response): Readonly<Record<string, unknown>> =>
  JSON.parse(body.toString()) as Readonly<Record<string, unknown>>
