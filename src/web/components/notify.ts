/** Shows a toast, after loading its code. */
export const notify = async (text: string, tone: 'error' | 'success' = 'error'): Promise<void> => {
  const { showToast } = await import('./toaster.tsx')
  showToast(text, tone)
}
