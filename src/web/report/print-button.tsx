import { Button } from '../kit/button.tsx'
import '../table/printed-table.css'

export const PrintButton = () => (
  <Button variant="quiet" size="small" data-screen-only onClick={() => window.print()}>
    Print
  </Button>
)
