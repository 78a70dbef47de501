import { writeFileSync } from 'node:fs'
import { buildGeneratedFiles } from './docs/generated-files.ts'

for (const [path, text] of buildGeneratedFiles()) writeFileSync(path, text)
