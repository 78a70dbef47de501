import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { menuHierarchyRoutes } from './menu-hierarchy.ts'
import { rightsManagementRoutes } from './rights-management.ts'
import { roleMasterRoutes } from './role-master.ts'
import { systemUserAccessRoutes } from './system-user-access.ts'
import { systemUserRoutes } from './system-users.ts'

/** Every call of the administration area (spec §7); all need id 2. */
export function administrationRoutes(deps: AppDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(systemUserRoutes(deps))
    await app.register(systemUserAccessRoutes(deps))
    await app.register(roleMasterRoutes(deps))
    await app.register(menuHierarchyRoutes(deps))
    await app.register(rightsManagementRoutes(deps))
  }
}
