import { Markdown } from 'markdown-to-jsx/react'
import { Card } from '../components/card.tsx'

type Props = { readonly title: string | null; readonly text: string }

/** A tile of Markdown without HTML. */
const TextTile = ({ title, text }: Props) => (
  <Card {...(title !== null && { title })} className="h-full">
    <div className="prose-tile max-w-prose">
      <Markdown options={{ disableParsingRawHTML: true, forceBlock: true, overrides: NO_PICTURES }}>
        {text}
      </Markdown>
    </div>
  </Card>
)

export default TextTile

/** A picture of another server would tell it who reads the dashboard. */
const NO_PICTURES = { img: ({ alt = '' }: { readonly alt?: string }) => <span>{alt}</span> }
