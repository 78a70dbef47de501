import { sql } from 'kysely'
import { z } from 'zod'
import { AlertContent } from '../../../../schemas/api/alert.ts'
import type { AlertState } from '../../../report/alerts/alert-state.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { daysAgo } from '../../platform/days-ago.ts'

/** What is stored of an episode: what is shown, and every subject that fires. */
const StoredContent = z.object({ ...AlertContent.shape, subjects: z.array(z.string()) })
export type StoredContent = z.infer<typeof StoredContent>

/** Says how far an alert was evaluated, and contains its open episode. */
export interface StoredState extends AlertState {
  /** Records that were stored later are new to it. */
  readonly since: string
  readonly content: StoredContent | null
}

/** Reads what is known of an alert. */
export async function readAlertState(db: Connection, alert: string): Promise<StoredState> {
  const stored = await db
    .selectFrom('alerts')
    .select(['up_to', 'fired', 'since'])
    .where('id', '=', alert)
    .executeTakeFirst()
  const open = await db
    .selectFrom('alert_episodes')
    .select(['began', 'content'])
    .where('alert', '=', alert)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const content = open === undefined ? null : StoredContent.parse(JSON.parse(open.content))
  return {
    upTo: stored?.up_to ?? null,
    since: stored?.since ?? '',
    fired: z.array(z.string()).parse(JSON.parse(stored?.fired ?? '[]')),
    firing: open === undefined ? null : { from: open.began, subjects: content?.subjects ?? [] },
    content,
  }
}

/** Stores how far an alert was evaluated, what fired at the steps, and since when records are new. */
export async function storeUpTo(
  db: Connection,
  alert: string,
  { upTo, since, fired }: Pick<StoredState, 'since' | 'fired'> & { readonly upTo: string },
): Promise<void> {
  const changed = { up_to: upTo, fired: JSON.stringify(fired), since }
  await db
    .insertInto('alerts')
    .values({ id: alert, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute()
}

/** Begins an episode; one of earlier periods has ended. */
export async function beginEpisode(
  db: Connection,
  alert: string,
  began: string,
  content: StoredContent,
  now: Date,
  hasEnded = false,
): Promise<void> {
  const moment = now.toISOString()
  const ended_at = hasEnded ? moment : null
  await db
    .insertInto('alert_episodes')
    .values({ alert, began, fired_at: moment, ended_at, content: JSON.stringify(content) })
    .execute()
}

/** Changes or ends the open episode of an alert. */
export async function changeEpisode(
  db: Connection,
  alert: string,
  change: { readonly content: string } | { readonly ended_at: string },
): Promise<void> {
  const open = db.updateTable('alert_episodes').where('alert', '=', alert).where('ended_at', 'is', null)
  await open.set(change).execute()
}

/** For how many days an ended episode is shown; the history has it for longer. */
const ENDED_DAYS = 30

/** Ends the episodes of alerts that are not defined any more, without telling anybody, and deletes old ones. */
export async function cleanUpEpisodes(db: Connection, defined: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('alert_episodes')
    .set({ ended_at: now.toISOString() })
    .where('ended_at', 'is', null)
    .where('alert', 'not in', ['', ...defined])
    .execute()
  await db.deleteFrom('alert_episodes').where('ended_at', '<', daysAgo(now, ENDED_DAYS)).execute()
}

/** Lists since when each alert fires, by its id. */
export async function listFiringSince(db: Connection): Promise<ReadonlyMap<string, string>> {
  const open = db.selectFrom('alert_episodes').select(['alert', 'fired_at']).where('ended_at', 'is', null)
  return new Map((await open.execute()).map(({ alert, fired_at }) => [alert, fired_at]))
}

/** The most episodes that are listed. */
const MAX_EPISODES = 200

/** Lists the episodes of some alerts: those that fire first, then the latest ones. */
export async function listEpisodes(db: Connection, alerts: readonly string[], now: Date) {
  if (alerts.length === 0) return []
  const after = daysAgo(now, ENDED_DAYS)
  const rows = await db
    .selectFrom('alert_episodes')
    .select(['id', 'fired_at', 'ended_at', 'content'])
    .where('alert', 'in', alerts)
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>=', after)]))
    .orderBy(sql`ended_at is not null`)
    .orderBy('fired_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_EPISODES)
    .execute()
  return rows.map(({ id, fired_at, ended_at, content }) => {
    const { subjects: _, ...shown } = StoredContent.parse(JSON.parse(content))
    return { id, firedAt: fired_at, endedAt: ended_at, ...shown }
  })
}
