import type { FastifyRequest } from 'fastify'
import { formatFormErrors, isBlank } from '../../../../schemas/api/forms.ts'
import { IdParams } from '../../../../schemas/api/parameters.ts'
import { CreateTokenRequest } from '../../../../schemas/api/requests.ts'
import { envelope } from '../../../../schemas/api/responses.ts'
import {
  MachineToken,
  MAX_TOKENS,
  NewMachineToken,
  TOKEN_PREFIX,
} from '../../../../schemas/api/credentials.ts'
import {
  type IdentityDeps,
  getCurrentUser,
  requireRecentSignIn,
  transactAsCaller,
} from '../access/authorization.ts'
import { created, forEveryone, type RouteApp } from '../../platform/http/permission.ts'
import { createToken, hashToken } from '../accounts/sessions.ts'
import * as tokens from '../accounts/tokens.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { badRequest, conflict, toRecordEnvelope } from '../../platform/http/responses.ts'
import { withOwnPassword } from './login.ts'
import { revocableRoutes } from './session-routes.ts'

/** Serves the caller's own tokens for machines; for administrators those of others, to be seen and ended. */
export function tokenRoutes(app: RouteApp, deps: IdentityDeps): void {
  revocableRoutes(app, deps, {
    noun: 'token',
    paths: [
      ['the caller', '/v1/tokens'],
      ['all users', '/v1/sessions/tokens'],
    ],
    title: ['tokens for machines', 'the latest first'],
    record: MachineToken,
    params: IdParams,
    list: async (_request, query, userId) => {
      const page = await withSnapshot(deps.database, (db) => tokens.listTokens(db, query, userId))
      const records = page.records.map((token) => {
        const use = deps.tokenUses.getUnstored(token.id)
        return use === undefined
          ? token
          : { ...token, lastUsedAt: use.at.toISOString(), address: use.address }
      })
      return { ...page, records }
    },
    find: tokens.findToken,
    end: async (trx, id, { userId: user, label: token }, recordEvent) => {
      await tokens.deleteToken(trx, id)
      recordEvent('token ended', { user, token })
    },
  })
  app.post(
    '/v1/tokens',
    forEveryone(
      'createToken',
      'Makes a token that reads reports; its secret is in this response only',
      created(envelope(NewMachineToken)),
      { body: CreateTokenRequest },
    ),
    async (request, reply) => {
      const token = await createTokenAsOwner(deps, request, request.body)
      return reply.code(201).send(toRecordEnvelope(token, 'Token created successfully!'))
    },
  )
}

/** How old the sign-in of an account of the company may be when it makes a token, in minutes. */
const SIGN_IN_MINUTES = 10

/** Makes a token for a caller who has sent the own password or has just signed in at the company sign-in. */
function createTokenAsOwner(deps: IdentityDeps, request: FastifyRequest, body: CreateTokenRequest) {
  const make = () => createOwnToken(deps, request, body)
  const user = getCurrentUser(request)
  if (user.isOfCompany) {
    requireRecentSignIn(user, deps.clock(), SIGN_IN_MINUTES)
    return make()
  }
  const { password } = body
  if (isBlank(password)) throw badRequest(formatFormErrors(['Password'], []) ?? '')
  return withOwnPassword(deps, request, { password, failed: 'token creation failed' }, make)
}

/**
 * Makes a token of the caller. Throws 400 for an end that is past or more than a year ahead and for a report that the
 * caller may not open, 409 for one token too many.
 */
async function createOwnToken(deps: IdentityDeps, request: FastifyRequest, body: CreateTokenRequest) {
  const { endDate, reports } = body
  const label = body.label.trim()
  const now = deps.clock()
  const today = now.toISOString().slice(0, 10)
  const latest = `${now.getUTCFullYear() + 1}${today.slice(4)}`
  if (endDate < today || endDate > latest) {
    throw badRequest(`The end date must be from ${today} to ${latest}.`)
  }
  const { userId, username } = getCurrentUser(request)
  const token = TOKEN_PREFIX + createToken()
  const createdAt = now.toISOString()
  const id = await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
    const closed = reports?.find(
      (wanted) => !deps.reports.some(({ id, menu }) => id === wanted && permissions.has(menu.permission)),
    )
    if (closed !== undefined) throw badRequest(`You cannot open a report '${closed}'.`)
    const { totalCount } = await tokens.listTokens(trx, { page: 0, size: 1, search: '' }, userId)
    if (totalCount >= MAX_TOKENS) throw conflict(`You have ${MAX_TOKENS} tokens. End one of them first.`)
    recordEvent('token created', { user: username, token: label, endDate, reports })
    return tokens.storeToken(trx, {
      user_id: userId,
      label,
      token_hash: hashToken(token),
      reports: reports && JSON.stringify(reports),
      created_at: createdAt,
      expires_at: `${endDate}T23:59:59.999Z`,
    })
  })
  const unused = { lastUsedAt: null, address: '' }
  return { id, userId: username, label, reports, createdAt, endDate, ...unused, token }
}
