import type { FastifyInstance } from 'fastify'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getErrorReason } from '../database/errors.ts'
import type { Sources } from './sources.ts'
import { isSourcedPlan } from './sql.ts'

/**
 * Checks at start that the sources fit the definitions. What is wrong is logged: the reports of other data still work,
 * and a source that is away may come back.
 */
export function checkSources(app: FastifyInstance, sources: Sources, datasets: readonly DatasetPlan[]): void {
  app.addHook('onReady', () => {
    for (const dataset of datasets.filter(isSourcedPlan)) {
      const line = { dataset: dataset.id, connection: dataset.source.connection }
      void sources.check(dataset).then(
        ({ problems, canWrite }) => {
          for (const reason of problems)
            app.log.error({ ...line, reason }, 'a source does not fit its dataset')
          if (canWrite)
            app.log.warn(line, 'the account of a source can write; one that can only read is safer')
        },
        (error: unknown) => app.log.error({ ...line, reason: getErrorReason(error) }, 'a source failed'),
      )
    }
    return Promise.resolve()
  })
}
