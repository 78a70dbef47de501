import { IdParams } from '../../../../schemas/api/parameters.ts'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import { PauseRequest, Schedule, ScheduleForm, SendQuery } from '../../../../schemas/api/schedule.ts'
import { getCurrentUser } from '../../identity/access/authorization.ts'
import {
  byId,
  byPage,
  created,
  forAdministrators,
  forEveryone,
  type RouteApp,
} from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import * as service from './schedule-service.ts'

const One = envelope(Schedule)
const SAVED = 'Schedule saved successfully!'

/** Serves schedules: the caller's own ones, and those of all for administration. */
export function scheduleRoutes(app: RouteApp, deps: service.ScheduleDeps): void {
  app.get(
    '/v1/schedules',
    forEveryone('listSchedules', "A page of the caller's schedules", listEnvelope(Schedule), byPage),
    async (request) => {
      const { userId } = getCurrentUser(request)
      return http.toPageEnvelope(await service.listRecords(deps, userId, request.query))
    },
  )
  app.get(
    '/v1/deliveries',
    forAdministrators(
      'listDeliveries',
      'A page of the schedules of all users',
      listEnvelope(Schedule),
      byPage,
    ),
    async ({ query }) => http.toPageEnvelope(await service.listRecords(deps, null, query)),
  )
  app.get(
    '/v1/schedules/:id',
    forEveryone('getSchedule', "One of the caller's schedules", One, byId),
    async (request, reply) => {
      const stored = await service.requireSchedule(deps.database, request, request.params.id)
      return http.sendRecord(reply, service.toRecord(deps, stored))
    },
  )
  app.post(
    '/v1/schedules',
    forEveryone('createSchedule', 'Adds a schedule of the caller', created(One), { body: ScheduleForm }),
    async (request, reply) => {
      const added = await service.createSchedule(deps, request, request.body)
      return http.sendRecord(reply.code(201), added, SAVED)
    },
  )
  app.put(
    '/v1/schedules/:id',
    forEveryone('updateSchedule', "Changes one of the caller's schedules", One, {
      params: IdParams,
      body: ScheduleForm,
    }),
    async (request, reply) => {
      const change = { form: request.body }
      const changed = await service.changeSchedule(deps, request, request.params.id, change)
      return http.sendRecord(reply, changed, SAVED)
    },
  )
  app.put(
    '/v1/schedules/:id/paused',
    forEveryone('pauseSchedule', 'Pauses a schedule, or lets it send again', One, {
      params: IdParams,
      body: PauseRequest,
    }),
    async (request, reply) => {
      const changed = await service.changeSchedule(deps, request, request.params.id, request.body)
      return http.sendRecord(reply, changed, SAVED)
    },
  )
  app.post(
    '/v1/schedules/:id/send',
    forEveryone(
      'sendSchedule',
      'Sends a schedule now, with the rights of its owner, to all recipients or as a test only to its owner',
      EmptyEnvelope,
      {
        params: IdParams,
        querystring: SendQuery,
      },
    ),
    async (request) => {
      await service.sendScheduleNow(deps, request, request.params.id, request.query.test === 'true')
      return http.toEmptyEnvelope('It is being sent.')
    },
  )
  app.delete(
    '/v1/schedules/:id',
    forEveryone(
      'deleteSchedule',
      "Removes one of the caller's schedules, or with right 2 one that administration shows",
      EmptyEnvelope,
      byId,
    ),
    async (request) => {
      await service.removeSchedule(deps, request, request.params.id)
      return http.toEmptyEnvelope('Schedule deleted successfully!')
    },
  )
}
