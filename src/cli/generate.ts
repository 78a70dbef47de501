import { writeFileSync } from 'node:fs'
import { generatedFiles } from './docs/generated-files.ts'

for (const [path, text] of generatedFiles()) writeFileSync(path, text)
