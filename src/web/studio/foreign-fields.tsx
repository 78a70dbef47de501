import { Disclosure } from '../kit/card.tsx'
import { Field } from '../kit/text-field.tsx'
import type { Answers } from './foreign-answers.ts'

type Props = { readonly answers: Answers; readonly onChange: (answers: Answers) => void }

/** Fields for what another API answers: an example that follows from the report, or a pasted answer. */
export const ForeignFields = ({ answers, onChange }: Props) => (
  <Disclosure
    summary="Answers of the API: an example, or yours"
    render={() => (
      <div className="flex flex-col gap-3 pt-2">
        {Object.entries(answers).map(([call, text]) => (
          <Field key={call} label={`GET ${call}`} error={describeError(text)}>
            {(control) => (
              <textarea
                {...control}
                rows={6}
                spellCheck={false}
                value={text}
                onChange={({ target }) => onChange({ ...answers, [call]: target.value })}
                className={`${control.className} h-auto py-1.5 font-mono`}
              />
            )}
          </Field>
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
