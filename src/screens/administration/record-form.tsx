import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Card } from '../../ui/card.tsx'
import { focusFirstOpen } from './form-focus.ts'

type Props = {
  readonly title: string
  /** The record being edited; null in create mode. */
  readonly record: object | null
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly className: string
  readonly children: ReactNode
}

/** The form of a screen; the first field that can be written in takes the focus when a record was loaded. */
export const RecordForm = ({ title, record, onSubmit, className, children }: Props) => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (record !== null && ref.current !== null) focusFirstOpen(ref.current)
  }, [record])
  return (
    <Card title={title}>
      <form ref={ref} noValidate onSubmit={onSubmit} className={className}>
        {children}
      </form>
    </Card>
  )
}
