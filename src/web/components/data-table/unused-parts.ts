// Replaces, in the build, parts of TanStack Table that the portal does not use: it renders cells and headers itself.

const refuse = (): never => {
  throw new Error('Internal error: a part of TanStack Table that the build leaves out.')
}
export { refuse as buildHeaderGroups, refuse as FlexRender, refuse as flexRender, refuse as Subscribe }
