import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { apiPlugin } from './src/build/api-plugin.ts'
import { reportsPlugin } from './src/build/reports-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), reportsPlugin(), apiPlugin()],
  build: isSsrBuild
    ? { target: 'node20', copyPublicDir: false, emptyOutDir: true }
    : { outDir: 'dist/portal', emptyOutDir: true, target: 'es2023' },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
  },
}))
