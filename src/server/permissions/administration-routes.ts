import type { FastifyPluginAsync } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { menuHierarchyRoutes } from './menu-routes.ts'
import { permissionRoutes } from './routes.ts'
import { roleMasterRoutes } from '../roles/routes.ts'
import { systemUserAccessRoutes } from '../users/access-routes.ts'
import { systemUserRoutes } from '../users/routes.ts'

/** Every call of the administration area; all need id 2. */
export function administrationRoutes(deps: AppDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(systemUserRoutes(deps))
    await app.register(systemUserAccessRoutes(deps))
    await app.register(roleMasterRoutes(deps))
    await app.register(menuHierarchyRoutes(deps))
    await app.register(permissionRoutes(deps))
  }
}
