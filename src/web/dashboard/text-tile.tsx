import { Markdown } from 'markdown-to-jsx/react'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { Card } from '../kit/card.tsx'

type Props = { readonly title: string | undefined; readonly text: string }

export const TextTile = ({ title, text }: Props) => (
  <Card {...(title !== undefined && { title })} className="h-full">
    <div className="prose-tile max-w-prose [&_a]:underline">
      <Markdown options={{ disableParsingRawHTML: true, forceBlock: true, overrides }}>{text}</Markdown>
    </div>
  </Card>
)

type LinkProps = { readonly href?: string; readonly children?: ReactNode }

/** Shows a link to a page of the portal, or to another site in a tab of its own; another address is text. */
const Link = ({ href = '', children }: LinkProps) => {
  if (/^\/(?!\/)/.test(href)) return <RouterLink to={href}>{children}</RouterLink>
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** A picture of another server would tell it who reads the dashboard. */
const overrides = { a: Link, img: ({ alt = '' }: { readonly alt?: string }) => <span>{alt}</span> }
