import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { MailPreview as Mail } from '../../../schemas/api/definitions.ts'
import type { DraftMailCall } from '../../../schemas/api/draft-mail.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { Card } from '../kit/card.tsx'
import { MessagePanel } from '../kit/messages.tsx'
import { Skeleton } from '../kit/page.tsx'
import { parseMail } from './trusted-texts.ts'

const Answer = z.object({ records: Mail })

/** Shows the mail that a draft would send, as the server makes it. */
export const MailPreview = ({ call }: { readonly call: DraftMailCall }) => {
  const api = useApi()
  const { data: mail, error } = useQuery({
    queryKey: ['draft-mail', call],
    queryFn: async ({ signal }) =>
      (await api.post('/v1/definitions/mails', { body: call, schema: Answer, signal })).records,
  })
  if (error !== null) return <MessagePanel role="alert" icon="alert" text={error.message} />
  if (mail === undefined) return <Skeleton className="h-64 w-full" />
  return (
    <Card title={`Subject: ${mail.subject}`}>
      <MailText html={mail.html} />
      {mail.attachments.length > 0 && (
        <p className="pt-3 text-sm text-soft">Attached: {mail.attachments.join(', ')}</p>
      )}
    </Card>
  )
}

/** Shows the text of a mail, in a shadow root where the styles of the portal end. */
const MailText = ({ html }: { readonly html: string }) => {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (host.current === null) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.replaceChildren(...parseMail(html).body.childNodes)
    for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset['style'] ?? ''
    }
  }, [html])
  return <div ref={host} className="overflow-x-auto" />
}
