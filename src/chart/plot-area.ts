/** The chart's height on the screen and in an image, in px. */
export const CHART_HEIGHT = 400

/** The space around the plot and the plot's own size, in px. */
export interface PlotArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

interface Margins {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The plot area within a box. It is at least 40 px wide and high, however large the margins are. */
export function layoutPlotArea(
  width: number,
  height: number,
  { left, right, top, bottom }: Margins,
): PlotArea {
  return {
    left,
    right,
    top,
    bottom,
    width: Math.max(40, width - left - right),
    height: Math.max(40, height - top - bottom),
  }
}
