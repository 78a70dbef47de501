import { type Kysely, type Migration, sql } from 'kysely'
import type { DatabaseHandle } from '../handle.ts'
import type { Tables } from '../tables.ts'

/** Roles, users, sessions, menu tree, rights and dashboards; role 1 exists from the start. */
export function accessTables({ identity }: DatabaseHandle): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('roles')
        .addColumn('id', 'integer', identity)
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('name_key', 'text', (c) => c.notNull().unique())
        .addColumn('description', 'text', (c) => c.notNull())
        .execute()
      // The first assigned id is 1, that of the reserved role.
      await db
        .withTables<Pick<Tables, 'roles'>>()
        .insertInto('roles')
        .values({ name: 'superadmin', name_key: 'superadmin', description: 'Super administrator' })
        .execute()
      await db.schema
        .createTable('users')
        .addColumn('id', 'integer', identity)
        .addColumn('user_id', 'text', (c) => c.notNull())
        .addColumn('user_key', 'text', (c) => c.notNull().unique())
        .addColumn('password_hash', 'text', (c) => c.notNull())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('role_id', 'integer', (c) => c.notNull().references('roles.id'))
        .addColumn('login_ip', 'text', (c) => c.notNull())
        .addColumn('email_id', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('own_rights', 'integer', (c) => c.notNull())
        .addColumn('demo', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('users_by_role').on('users').column('role_id').execute()
      await db.schema
        .createTable('sessions')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('token_hash', 'text', (c) => c.notNull().unique())
        .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('last_used_at', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'text', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
      await db.schema
        .createTable('login_counters')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('failures', 'integer', (c) => c.notNull())
        .addColumn('window_ends', 'text', (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('menu_nodes')
        .addColumn('id', 'integer', (c) => c.primaryKey())
        .addColumn('parent_id', 'integer', (c) => c.references('menu_nodes.id'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('description', 'text', (c) => c.notNull())
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('report_id', 'text')
        .execute()
      // No reference to the menu record: a report that is removed and defined again keeps its rights.
      await db.schema
        .createTable('role_rights')
        .addColumn('role_id', 'integer', (c) => c.notNull().references('roles.id').onDelete('cascade'))
        .addColumn('menu_id', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('role_rights_key', ['role_id', 'menu_id'])
        .execute()
      await db.schema
        .createTable('user_rights')
        .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('menu_id', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('user_rights_key', ['user_id', 'menu_id'])
        .execute()
      await db.schema
        .createTable('dashboards')
        .addColumn('id', 'integer', identity)
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('description', 'text', (c) => c.notNull())
        .execute()
    },
  }
}

/**
 * The report that each permission number belongs to, stored even after the report is removed: its rights are still
 * stored and must not apply to another report with the same number.
 */
export function permissionOwners(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('permission_owners')
        .addColumn('menu_id', 'integer', (c) => c.primaryKey())
        .addColumn('report_id', 'text', (c) => c.notNull())
        .execute()
      await sql`insert into permission_owners (menu_id, report_id)
        select id, report_id from menu_nodes where report_id is not null`.execute(db)
    },
  }
}

/** The client networks from which each user has signed in. */
export function knownNetworks(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('known_networks')
        .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('network', 'text', (c) => c.notNull())
        .addColumn('last_sign_in', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('known_networks_key', ['user_id', 'network'])
        .execute()
    },
  }
}
