import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { findOwner } from '../postgres/cluster.ts'

/** Starts a program with its output appended to a file; as root, it runs as the owner of the clusters. */
export function startProgram(program: string, args: readonly string[], folder: string, log: string) {
  const output = openSync(log, 'a')
  const child = spawn(program, args, { cwd: folder, ...findOwner(), stdio: ['ignore', output, output] })
  closeSync(output)
  return child
}

/** Kills a child process and waits until it is gone. */
export async function killProgram(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Sends a signal to processes; those that have ended are left out. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}

/** The running child processes of a process. */
export function listChildren(parent: number): number[] {
  return listPids().filter((pid) => readParent(pid) === parent)
}

/** The running processes of PostgreSQL that have an argument. */
export function listProcesses(argument: string): number[] {
  return listPids().filter((pid) => {
    const [program = '', ...args] = readText(`/proc/${pid}/cmdline`).split('\0')
    return program.endsWith('/postgres') && args.includes(argument)
  })
}

const listPids = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

function readParent(pid: number): number | null {
  // The name of the program, in parentheses, may contain blanks.
  const [state, parent] = readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  return state === 'Z' || parent === undefined ? null : Number(parent)
}

/** A file's text, empty if its process has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
