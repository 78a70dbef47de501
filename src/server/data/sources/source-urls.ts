import { readFileSync } from 'node:fs'
import { parseDatabaseUrl } from '../../platform/database/database-url.ts'
import { getErrorReason } from '../../platform/database/errors.ts'
import { isLoopback } from '../../platform/http/client-network.ts'
import { openClickHouseSource } from './clickhouse.ts'
import type { SourceDatabase, SourceLimits } from './dialect.ts'
import { openPostgresSource } from './postgres.ts'

export type SourceUrls = Readonly<Record<string, string>>

const VARIABLE = /^SOURCE_([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)_URL$/

/** Returns the environment variable of a connection: `SOURCE_WAREHOUSE_URL` for `warehouse`. */
export const getSourceVariable = (connection: string): string =>
  `SOURCE_${connection.toUpperCase().replaceAll('-', '_')}_URL`

/** The kinds of databases, by the scheme of a URL. A further kind is a file beside these and an entry here. */
const openers: Readonly<Record<string, (url: string, limits: SourceLimits) => SourceDatabase>> = {
  'postgres:': openPostgresSource,
  'postgresql:': openPostgresSource,
  'http:': openClickHouseSource,
  'https:': openClickHouseSource,
}

const FORM =
  'must be an address such as postgres://user:password@host:5432/database, or https://user:password@host:8443/database for ClickHouse'

const OPEN =
  'must begin with https, since http sends password and rows readably, unless the setting with _ALLOW_HTTP for _URL is true'

/** Opens a source; its first statement connects. */
export function openSource(url: string, limits: SourceLimits): SourceDatabase {
  const open = openers[new URL(url).protocol]
  if (open === undefined) throw new Error(FORM)
  return open(url, limits)
}

/** Reads the URLs of sources, with passwords from files; no message repeats a URL, which may contain a password. */
export function parseSourceUrls(
  environment: Readonly<Record<string, string | undefined>>,
  onError: (variable: string, message: string) => void,
): SourceUrls {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([variable, text = '']) => {
      const [, name] = VARIABLE.exec(variable) ?? []
      if (name === undefined || text.trim() === '') return []
      try {
        const url = new URL(text.trim())
        if (openers[url.protocol] === undefined) throw new TypeError(FORM)
        const file = environment[`SOURCE_${name}_PASSWORD_FILE`] ?? ''
        if (file !== '') url.password = encodeURIComponent(readFileSync(file, 'utf8').replace(/\r?\n$/, ''))
        if (url.protocol.startsWith('postgres')) parseDatabaseUrl(url.href)
        const isOpen = url.protocol === 'http:' && !isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))
        if (isOpen && environment[`SOURCE_${name}_ALLOW_HTTP`] !== 'true') throw new Error(OPEN)
        return [[name.toLowerCase().replaceAll('_', '-'), url.href]]
      } catch (error) {
        const isForm = error instanceof TypeError
        onError(variable, isForm ? FORM : getErrorReason(error))
        return []
      }
    }),
  )
}
