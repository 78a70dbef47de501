import type { Generated } from 'kysely'

/** Moments are ISO texts in UTC, calendar dates `YYYY-MM-DD`, flags 0 or 1: the same on every engine. */
type Moment = string
type CalendarDate = string
type Flag = number

export interface RoleTable {
  id: Generated<number>
  name: string
  name_key: string
  description: string
}

export interface UserTable {
  id: Generated<number>
  user_id: string
  user_key: string
  password_hash: string
  owner: string
  role_id: number
  login_ip: string
  email_id: string
  status: 'Active' | 'Inactive'
  own_rights: Flag
  demo: Flag
  created_at: Moment
  updated_at: Moment
}

export interface SessionTable {
  id: string
  token_hash: string
  user_id: number
  created_at: Moment
  last_used_at: Moment
  expires_at: Moment
}

/** `failures` counts failed sign-ins; of a counter of successes, the successful ones. */
export interface LoginCounterTable {
  key: string
  failures: number
  window_ends: Moment
}

/** From where users have signed in: a client network as login counters know it. */
export interface KnownNetworkTable {
  user_id: number
  network: string
  last_sign_in: Moment
}

export interface MenuNodeTable {
  id: number
  parent_id: number | null
  name: string
  description: string
  position: number
  report_id: string | null
}

/** The report that a permission number belongs to or last belonged to. */
export interface PermissionOwnerTable {
  menu_id: number
  report_id: string
}

export interface RoleRightTable {
  role_id: number
  menu_id: number
}

export interface UserRightTable {
  user_id: number
  menu_id: number
}

export interface DashboardTable {
  id: Generated<number>
  title: string
  description: string
}

export interface MonthlyRecordTable {
  id: Generated<number>
  year: number
  report_type: string
  report_month: number
  airtel: number
  mtn: number
  nine_mobile: number
  glo: number
  ida: number
}

export interface DailyRecordTable {
  id: Generated<number>
  report_date: CalendarDate
  report_type: string
  airtel: number
  mtn: number
  nine_mobile: number
  glo: number
  total: number
  ida: number
  grand_total: number
}

/** The carriers of one month, in the order in which the month names them. */
export interface InternationalCarrierTable {
  month: string
  direction: string
  position: number
  carrier: string
}

/** The fixed part of an international day; the operators stay null where the direction has none. */
export interface InternationalDayTable {
  report_date: CalendarDate
  direction: string
  airtel: number | null
  mtn: number | null
  nine_mobile: number | null
  glo: number | null
}

export interface InternationalMinutesTable {
  report_date: CalendarDate
  direction: string
  carrier: string
  minutes: number
}

export interface LocalExchangeTable {
  report_date: CalendarDate
  airtel_to_mtn: number
  airtel_to_nine_mobile: number
  airtel_to_glo: number
  mtn_to_airtel: number
  mtn_to_nine_mobile: number
  mtn_to_glo: number
  nine_mobile_to_mtn: number
  nine_mobile_to_airtel: number
  nine_mobile_to_glo: number
  glo_to_mtn: number
  glo_to_airtel: number
  glo_to_nine_mobile: number
}

export interface InternationalExchangeTable {
  id: Generated<number>
  report_date: CalendarDate
  report_type: string
  created_at: Moment
  updated_at: Moment
}

export interface InternationalExchangeMinutesTable {
  exchange_id: number
  position: number
  source: string
  destination: string
  minutes: number
}

export interface Tables {
  roles: RoleTable
  users: UserTable
  sessions: SessionTable
  login_counters: LoginCounterTable
  known_networks: KnownNetworkTable
  menu_nodes: MenuNodeTable
  permission_owners: PermissionOwnerTable
  role_rights: RoleRightTable
  user_rights: UserRightTable
  dashboards: DashboardTable
  monthly_records: MonthlyRecordTable
  daily_records: DailyRecordTable
  international_carriers: InternationalCarrierTable
  international_days: InternationalDayTable
  international_minutes: InternationalMinutesTable
  local_exchange: LocalExchangeTable
  international_exchange: InternationalExchangeTable
  international_exchange_minutes: InternationalExchangeMinutesTable
}
