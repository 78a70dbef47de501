import { Disclosure } from '../kit/card.tsx'
import type { Answers } from './foreign-answers.ts'
import { CodeField } from './pasted-records.tsx'

type Props = { readonly answers: Answers; readonly onChange: (answers: Answers) => void }

/** Fields for what another API answers: an example that follows from the report, or a pasted answer. */
export const ForeignFields = ({ answers, onChange }: Props) => (
  <Disclosure
    summary="Answers of the API: an example, or yours"
    render={() => (
      <div className="flex flex-col gap-3 pt-2">
        {Object.entries(answers).map(([call, text]) => (
          <CodeField
            key={call}
            label={`GET ${call}`}
            value={text}
            error={describeError(text)}
            onChange={(written) => onChange({ ...answers, [call]: written })}
          />
        ))}
      </div>
    )}
  />
)

function describeError(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'This is no JSON.'
  }
}
