import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { notify } from '../kit/toaster.tsx'

/** Leads from the path of no report to the dashboard, and says so. */
const NoReport = () => {
  useEffect(() => notify('There is no such report, or you do not have the right to open it.'), [])
  return <Navigate to="/dashboard" replace />
}

export default NoReport
