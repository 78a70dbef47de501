/** The logo of the product: three bars. */
export const Logo = ({ className = 'size-6' }: { className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
    <rect width="24" height="24" rx="6" fill="var(--accent)" />
    <path d="M7 17v-4M12 17V7M17 17v-7" stroke="var(--on-accent)" strokeWidth="2.4" strokeLinecap="round" />
  </svg>
)
