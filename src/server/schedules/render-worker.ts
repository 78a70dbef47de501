import { lowerThreadPriority } from '../worker-threads.ts'
import { renderViews } from './render.ts'

lowerThreadPriority()

/** Renders one mail in a worker thread. */
export default renderViews
