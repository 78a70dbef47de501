import * as z from 'zod/mini'
import { loginFields } from './auth.ts'
import { isBlank } from './forms.ts'
import { MAX_NOTE_LENGTH, Note, NoteScope } from './note.ts'
import {
  boundedText,
  DateParam,
  IsoDate,
  NoId,
  patternText,
  RecordId,
  RecordNumber,
  SameId,
  wholeNumber,
} from './parameters.ts'
import { roleFields } from './role.ts'
import { type SystemUserField, systemUserFields, UserStatus } from './system-user.ts'
import { SERVICE } from './menu.ts'
import { INVISIBLE } from './names.ts'

// The bodies and queries that only the server parses, apart from the forms, so that the browser does not load them.

function filledText(max: number) {
  return boundedText(max).check(z.refine((text) => !isBlank(text), { error: 'must not be blank' }))
}

/** A code of an authenticator app, or a recovery code. */
const Code = boundedText(100)

/** Body of `POST /auth/login`. A password is used as it is typed, spaces included. */
export const LoginRequest = z.strictObject({
  username: filledText(loginFields.username.max),
  password: filledText(loginFields.password.max),
  code: z.optional(Code),
})

/** Body of `POST /auth/oidc/start`: the path of the sign-in page, to which the provider returns. */
export const CompanySignInStartRequest = z.strictObject({
  page: boundedText(500).check(z.regex(/^\/(?![/\\])[^\\?#]*$/, 'must be a path of this portal')),
})

/** Body of `POST /auth/oidc/session`: the query with which the provider has returned. */
export const CompanySignInRequest = z.strictObject({ answer: boundedText(8_000) })

/** Body of `POST /auth/logout`, which ends the session of the token; the id is ignored. */
export const LogoutRequest = z.nullish(z.strictObject({ sessionId: z.nullish(boundedText(200)) }))

// A missing or blank field of a role or user passes here: the form's own message reports it.
const name = boundedText(roleFields.name.max)
const description = z._default(boundedText(roleFields.description.max), '')

const requiresSecondFactor = z.optional(z.boolean())

export const CreateRoleRequest = z.strictObject({
  id: NoId,
  name: z._default(name, ''),
  description,
  requiresSecondFactor,
})

/** Body of `PUT /v1/role-master/{id}`; the name may be sent but not changed. */
export const UpdateRoleRequest = z.strictObject({
  id: SameId,
  name: z.optional(name),
  description,
  requiresSecondFactor,
})
export type UpdateRoleRequest = z.output<typeof UpdateRoleRequest>

const text = (field: SystemUserField) => boundedText(systemUserFields[field].max)

const fields = {
  userId: z._default(text('userId'), ''),
  roleId: z._default(wholeNumber(0, systemUserFields.roleId.max), 0),
  loginIP: z._default(text('loginIP'), ''),
  emailId: z._default(text('emailId'), ''),
  /** The role's name, as a read returns it; the role is set by `roleId`. */
  role: z.optional(boundedText(roleFields.name.max)),
}
const password = z._default(text('password'), '')

/** Body of `POST /v1/system-users`: the fields of the form and of a read, except the id. */
export const CreateSystemUserRequest = z.strictObject({
  ...fields,
  id: NoId,
  status: z.optional(UserStatus),
  password,
  owner: z._default(text('owner'), 'admin'),
  /** Sends a link that sets the password, which is then left out. */
  invite: z._default(z.boolean(), false),
})
export type CreateSystemUserRequest = z.output<typeof CreateSystemUserRequest>

/** Body of `PUT /v1/system-users/{id}`; User ID and Owner may be sent but not changed. */
export const UpdateSystemUserRequest = z.strictObject({
  ...fields,
  id: SameId,
  status: z.optional(UserStatus),
  userId: z.optional(text('userId')),
  owner: z.optional(text('owner')),
})
export type UpdateSystemUserRequest = z.output<typeof UpdateSystemUserRequest>

export const ResetPasswordRequest = z.strictObject({ newPassword: password })

const invitationToken = boundedText(100)

/** Body of `POST /auth/invitation`. */
export const InvitationRequest = z.strictObject({ token: invitationToken })

/** Body of `PUT /auth/invitation`. */
export const AcceptInvitationRequest = z.strictObject({ token: invitationToken, newPassword: password })
export type AcceptInvitationRequest = z.output<typeof AcceptInvitationRequest>

/** Keeps the caller's tokens for machines, which otherwise end with the change. */
const keepTokens = z._default(z.boolean(), false)

/** Body of `PUT /v1/account/password`; the current password is not needed for one that an administrator has set. */
export const ChangePasswordRequest = z.strictObject({
  currentPassword: password,
  newPassword: password,
  keepTokens,
})
export type ChangePasswordRequest = z.output<typeof ChangePasswordRequest>

/** Body of `PUT /v1/account/second-factor`. */
export const ChangeSecondFactorRequest = z.strictObject({
  isOn: z.boolean(),
  password: boundedText(loginFields.password.max),
  code: Code,
  keepTokens,
})
export type ChangeSecondFactorRequest = z.output<typeof ChangeSecondFactorRequest>

/** Query of `DELETE /v1/account/sessions/others`. */
export const EndOthersQuery = z.strictObject({ keepTokens: z._default(z.enum(['true', 'false']), 'false') })

/**
 * Body of `POST /v1/tokens`; `reports` is null for all reports that the caller may open. An account of the company
 * sign-in has no password.
 */
export const CreateTokenRequest = z.strictObject({
  label: filledText(100).check(
    z.refine((text) => !INVISIBLE.test(text), { error: 'must not contain invisible characters' }),
  ),
  endDate: IsoDate,
  reports: z.nullable(z.array(boundedText(100)).check(z.minLength(1), z.maxLength(1000))),
  password,
})
export type CreateTokenRequest = z.output<typeof CreateTokenRequest>

export const StatusQuery = z.strictObject({ status: UserStatus })

// The four levels are written out, so that no body can make the validation recurse deeper.
const node = {
  id: RecordNumber,
  name: z.string().check(z.maxLength(500)),
  description: z.string().check(z.maxLength(2000)),
  enabled: z.boolean(),
}
const Fourth = z.strictObject({ ...node, child: z.nullable(z.tuple([])) })
const Third = z.strictObject({ ...node, child: z.nullable(z.array(Fourth)) })
const Second = z.strictObject({ ...node, child: z.nullable(z.array(Third)) })
const First = z.strictObject({ ...node, child: z.nullable(z.array(Second)) })

/** Body of the two calls that save permissions: the whole tree. */
export const SavePermissionsRequest = z.strictObject({ records: z.array(First) })
export type SavePermissionsRequest = z.output<typeof SavePermissionsRequest>

const service = z.literal(SERVICE)

/** Query of the calls for the permissions of a role or user whose number is in the path. */
export const ServiceQuery = z.strictObject({ service })
/** The same where the specification names no service. */
export const OptionalServiceQuery = z.strictObject({ service: z.optional(service) })
export const RolePermissionsQuery = z.strictObject({ roleId: RecordId, service })
export const UserPermissionsQuery = z.strictObject({ userId: RecordId, service })
export const RoleParams = z.strictObject({ roleId: RecordId })
export const UserParams = z.strictObject({ userId: RecordId })

const MOMENT = /^(19|20|21)\d\d-\d\d-\d\d(T([01]\d|2[0-3])(:(00|15|30|45))?)?$/

/** The first or last day, hour or quarter of an hour that a note is about. */
const NoteMoment = z.string().check(
  z.refine((text) => MOMENT.test(text) && z.regexes.date.test(text.slice(0, 10)), {
    error: 'must be a day such as 2025-03-14, or a time of it such as 2025-03-14T10 or 2025-03-14T10:15',
  }),
)

/** Control characters, and those that change the direction of the text around them. */
const UNREADABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/u

/** One paragraph of plain text: blanks and line ends become one blank each. */
const NoteText = boundedText(4 * MAX_NOTE_LENGTH).check(
  z.overwrite((text) => text.replaceAll(/\s+/g, ' ').trim()),
  z.minLength(1, 'must not be blank'),
  z.maxLength(MAX_NOTE_LENGTH),
  z.refine((text) => !UNREADABLE.test(text), { error: 'must not contain control characters' }),
)

/** The key of a screen: report, tab and variant, joined by slashes. */
const screen = boundedText(300)

export const CoverageQuery = z.strictObject({ screen })

/** Query of `GET /v1/days`: a screen of a report, the first and the last day, and the values of its other selectors. */
export const DaysQuery = z.catchall(
  z.object({
    screen,
    days: patternText(
      /^(19|20|21)\d\d-\d\d-\d\d\.\.(19|20|21)\d\d-\d\d-\d\d$/,
      'must be two days such as 2025-02-01..2025-03-15',
    ),
  }),
  boundedText(4000),
)

/** Query of `GET /v1/notes`: a screen of a report, and the days that it shows. */
export const NotesQuery = z.strictObject({ screen, from: DateParam, to: DateParam })

/** Query of `GET /v1/alerts/replay`: the id of a report, and how many weeks. */
export const ReplayQuery = z.strictObject({
  report: boundedText(100),
  weeks: z.pipe(
    z._default(patternText(/^([1-9]|[1-4][0-9]|5[0-3])$/, 'must be a number from 1 to 53'), '12'),
    z.transform(Number),
  ),
})

const noteContent = {
  from: NoteMoment,
  to: NoteMoment,
  row: z._default(z.nullable(boundedText(500)), null),
  text: NoteText,
}

export const CreateNoteRequest = z.strictObject({
  id: NoId,
  screen,
  scope: NoteScope,
  ...noteContent,
})

/** Body of `PUT /v1/notes/{id}`; what else a read returns may be sent, but not changed. */
export const UpdateNoteRequest = z.strictObject({
  ...z.partial(Note).shape,
  id: SameId,
  ...noteContent,
})
