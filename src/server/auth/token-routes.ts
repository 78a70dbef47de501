import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { IdParams, PageQuery } from '../../../schemas/api/parameters.ts'
import { CreateTokenRequest } from '../../../schemas/api/requests.ts'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { MachineToken, MAX_TOKENS, NewMachineToken } from '../../../schemas/api/token.ts'
import { type AppDeps, getCurrentUser, transactAsCaller } from '../access/authorization.ts'
import { created, forAdministrators, forEveryone } from '../access/permission.ts'
import { requireChangeableUser } from '../accounts/privilege-escalation.ts'
import { hashToken } from '../accounts/sessions.ts'
import {
  createMachineToken,
  deleteToken,
  findToken,
  listTokens,
  storeToken,
  type TokenScope,
} from '../accounts/tokens.ts'
import { withSnapshot } from '../database/transaction.ts'
import {
  badRequest,
  conflict,
  notFound,
  toEmptyEnvelope,
  toPageEnvelope,
  toRecordEnvelope,
} from '../http/responses.ts'

const lists = [
  {
    path: '/v1/tokens',
    operations: ['listOwnTokens', 'endOwnToken'],
    owner: 'the caller',
    declare: forEveryone,
    getScope: (request: FastifyRequest): TokenScope => ({ userId: getCurrentUser(request).userId }),
  },
  {
    path: '/v1/sessions/tokens',
    operations: ['listTokens', 'endToken'],
    owner: 'all users',
    declare: forAdministrators,
    getScope: (): TokenScope => ({}),
  },
] as const

/** The caller's own tokens for machines; for administrators those of others, to be seen and ended. */
export function tokenRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    for (const { path, operations, owner, declare, getScope } of lists) {
      app.get(
        path,
        declare(
          operations[0],
          `A page of the tokens for machines of ${owner}, the latest first`,
          listEnvelope(MachineToken),
          { querystring: PageQuery },
        ),
        async (request) => listPage(deps, getScope(request), request.query),
      )
      app.delete(
        `${path}/:id`,
        declare(operations[1], `Ends a token of ${owner}`, EmptyEnvelope, { params: IdParams }),
        async (request) => {
          await endToken(deps, request, request.params.id, getScope(request))
          return toEmptyEnvelope('Token ended successfully!')
        },
      )
    }
    app.post(
      '/v1/tokens',
      forEveryone(
        'createToken',
        'Makes a token that reads reports; its secret is in this response only',
        created(envelope(NewMachineToken)),
        { errorStatuses: [409], body: CreateTokenRequest },
      ),
      async (request, reply) => {
        const created = await createOwnToken(deps, request, request.body)
        return reply.code(201).send(toRecordEnvelope(created, 'Token created successfully!'))
      },
    )
  }
}

async function listPage({ database, tokenUses }: AppDeps, scope: TokenScope, query: PageQuery) {
  const { records, totalCount } = await withSnapshot(database, (db) => listTokens(db, scope, query))
  const tokens = records.map(({ expiresAt, ...token }) => {
    const use = tokenUses.getUnstored(token.id)
    const last = use === undefined ? {} : { lastUsedAt: use.at.toISOString(), address: use.address }
    return { ...token, ...last, endDate: expiresAt.slice(0, 10) }
  })
  return toPageEnvelope({ records: tokens, totalCount })
}

/**
 * Makes a token of the caller. Throws 400 for an end that is past or more than a year ahead and for a report that the
 * caller may not open, 409 for one token too many.
 */
async function createOwnToken(deps: AppDeps, request: FastifyRequest, body: CreateTokenRequest) {
  const { endDate, reports } = body
  const label = body.label.trim()
  const now = deps.clock()
  const today = now.toISOString().slice(0, 10)
  const latest = `${now.getUTCFullYear() + 1}${today.slice(4)}`
  if (endDate < today || endDate > latest) {
    throw badRequest(`The end date must be from ${today} to ${latest}.`)
  }
  const { userId, username } = getCurrentUser(request)
  const token = createMachineToken()
  const id = await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
    const closed = reports?.find(
      (wanted) => !deps.reports.some((one) => one.id === wanted && permissions.has(one.menu.permission)),
    )
    if (closed !== undefined) throw badRequest(`You cannot open a report '${closed}'.`)
    const { totalCount } = await listTokens(trx, { userId }, { page: 0, size: 1, search: '' })
    if (totalCount >= MAX_TOKENS) {
      throw conflict(`You have ${MAX_TOKENS} tokens. End one of them first.`)
    }
    recordEvent('token created', { user: username, token: label, endDate, reports })
    return storeToken(trx, {
      user_id: userId,
      label,
      token_hash: hashToken(token),
      reports: reports && JSON.stringify(reports),
      created_at: now.toISOString(),
      expires_at: `${endDate}T23:59:59.999Z`,
    })
  })
  const listed = { id, userId: username, label, reports, endDate, createdAt: now.toISOString() }
  return { ...listed, lastUsedAt: null, address: '', token }
}

/** Ends a token. Throws 404 if the scope has none with this id, 403 if its owner has rights that the caller lacks. */
async function endToken(deps: AppDeps, request: FastifyRequest, id: number, scope: TokenScope) {
  await transactAsCaller(deps, request, async (trx, callerPermissions, recordEvent) => {
    const token = await findToken(trx, scope, id)
    if (token === undefined) throw notFound('There is no such token.')
    if (scope.userId === undefined) await requireChangeableUser(trx, callerPermissions, token.systemUserId)
    await deleteToken(trx, id)
    recordEvent('token ended', { user: token.userId, token: token.label })
  })
}
