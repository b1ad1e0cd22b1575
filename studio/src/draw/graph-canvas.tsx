import {
  BaseEdge,
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getSmoothStepPath,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import './graph.css'
import { useEffect, useMemo, useState } from 'react'
import type { DrawnNode, DrawnPart, Highlight } from '../../../src/report/graph-drawing/draw-model.ts'
import { words } from '../words.ts'
import { NODE, type PlacedLine, pathThrough, placeParts, shortLabel } from './graph-layout.ts'

/** A procedure as a picture to move about in. `heat`: what to write on a step, and how strongly to colour it. */
export type StepHeat = { readonly text: string; readonly share: number }
export type GraphCanvasProps = {
  readonly parts: readonly DrawnPart[]
  /** the step somebody looks at: kept in sight */
  readonly current?: string | undefined
  /** steps to point out */
  readonly pointed?: ReadonlySet<string>
  readonly heat?: ReadonlyMap<string, StepHeat>
  /** steps that no one has accepted yet */
  readonly drafts?: ReadonlySet<string>
  readonly onStep?: (step: string) => void
}

type StepNode = Node<{
  readonly step: DrawnNode
  readonly current: boolean
  readonly pointed: boolean
  readonly heat: StepHeat | undefined
  readonly draft: boolean
}>
type TitleNode = Node<{ readonly title: string; readonly subtitle: string }>
type WayEdge = Edge<PlacedLine>

export function GraphCanvas(props: GraphCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

function Canvas({ parts, current, pointed, heat, drafts, onStep }: GraphCanvasProps) {
  const [ready, setReady] = useState(false)
  const placed = useMemo(() => placeParts(parts), [parts])
  const nodes = useMemo(
    (): (StepNode | TitleNode)[] =>
      placed.flatMap(({ part, x, nodes: steps }) => [
        {
          id: `title ${part.kind} ${part.id}`,
          type: 'title',
          // above its first step: at the left edge it would be out of sight
          position: { x: steps.find(({ node }) => node.id === part.start)?.x ?? x, y: -58 },
          data: { title: part.id, subtitle: part.subtitle },
          selectable: false,
          focusable: false,
          draggable: false,
        } satisfies TitleNode,
        ...steps.map(
          ({ node, x: left, y }): StepNode => ({
            id: node.id,
            type: 'step',
            position: { x: left, y },
            width: NODE.width,
            height: NODE.height,
            draggable: false,
            ariaLabel: `${words.trial.step} ${node.title}: ${node.does}`,
            data: {
              step: node,
              current: node.id === current,
              pointed: pointed?.has(node.id) ?? false,
              heat: heat?.get(node.id),
              draft: drafts?.has(node.id) ?? false,
            },
          }),
        ),
      ]),
    [placed, current, pointed, heat, drafts],
  )
  const edges = useMemo(
    (): WayEdge[] =>
      placed.flatMap(({ part, lines }) =>
        lines.map(({ line, way }, at) => ({
          id: `${part.kind} ${part.id} ${at}`,
          source: line.from,
          target: line.to,
          type: 'way',
          focusable: false,
          data: { line, way },
          markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: EDGE[line.on].colour },
          zIndex: line.on === 'none' ? 0 : 1,
        })),
      ),
    [placed],
  )
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodeClick={(_, { id, type }) => type === 'step' && onStep?.(id)}
      nodesConnectable={false}
      nodesDraggable={false}
      elementsSelectable={onStep !== undefined}
      defaultViewport={{ x: 0, y: 0, zoom: READABLE }}
      minZoom={0.08}
      maxZoom={1.6}
      onInit={(flow) => {
        lookAt(flow, { parts, current })
        setReady(true)
      }}
      aria-label={words.trial.graph}
    >
      <Controls showInteractive={false} />
      <KeepInSight step={ready ? current : undefined} />
    </ReactFlow>
  )
}

const READABLE = 0.9
/** below this, words of a step are too small */
const LEAST = 0.7
const PADDING = 0.06
const TOP_PX = 84

/**
 * The first look: at the step asked for, else at the way that was gone, else at the start. A way too long to be read at once is
 * shown from its beginning: text is readable before everything is in sight.
 */
function lookAt(
  flow: ReactFlowInstance<StepNode | TitleNode, WayEdge>,
  { parts, current }: Pick<GraphCanvasProps, 'parts' | 'current'>,
): void {
  if (current !== undefined && flow.getNode(current) !== undefined) return
  const gone = parts.flatMap(({ nodes }) => nodes.filter(({ on }) => on !== 'none').map(({ id }) => ({ id })))
  const frame = document.querySelector('.react-flow')
  const bounds = flow.getNodesBounds(gone.map(({ id }) => id))
  const zoom = Math.min((frame?.clientWidth ?? 0) / bounds.width, (frame?.clientHeight ?? 0) / bounds.height)
  if (gone.length > 0 && zoom * (1 - 2 * PADDING) >= LEAST) {
    void flow.fitView({ nodes: gone, padding: PADDING, maxZoom: 1, minZoom: LEAST })
    return
  }
  const start = flow.getNode(gone[0]?.id ?? parts[0]?.start ?? '')
  if (start === undefined) return
  void flow.setViewport({
    x: (frame?.clientWidth ?? 0) / 2 - (start.position.x + NODE.width / 2) * READABLE,
    y: TOP_PX - start.position.y * READABLE,
    zoom: READABLE,
  })
}

function KeepInSight({ step }: { readonly step: string | undefined }) {
  const { getNode, setCenter, getZoom } = useReactFlow()
  useEffect(() => {
    const node = step === undefined ? undefined : getNode(step)
    if (node === undefined) return
    const zoom = Math.min(1, Math.max(getZoom(), READABLE))
    const { x, y } = node.position
    void setCenter(x + NODE.width / 2, y + NODE.height / 2, { zoom, duration: 250 })
  }, [step, getNode, setCenter, getZoom])
  return null
}

const ON: Readonly<Record<Highlight, string>> = {
  none: 'border-line-strong',
  true: 'border-accent border-2 border-dashed',
  taken: 'border-bad border-2',
  both: 'border-good border-2',
}
const EDGE: Readonly<
  Record<Highlight, { readonly colour: string; readonly dash?: string; readonly width: number }>
> = {
  none: { colour: 'var(--line-strong)', width: 1.2 },
  true: { colour: 'var(--accent)', dash: '6 4', width: 2 },
  taken: { colour: 'var(--bad)', width: 2.2 },
  both: { colour: 'var(--good)', width: 2.4 },
}

function StepBox({ data: { step, current, pointed, heat, draft } }: NodeProps<StepNode>) {
  const glow = current ? 'ring-4 ring-accent/40' : pointed ? 'ring-4 ring-warn/40' : ''
  const tint =
    heat === undefined
      ? undefined
      : { background: `color-mix(in srgb, var(--bad) ${Math.round(heat.share * 55)}%, var(--raised))` }
  return (
    <div
      className={`flex h-full w-full flex-col justify-center overflow-hidden rounded-md border bg-raised px-2.5 text-left ${draft ? 'border-2 border-dashed border-warn' : ON[step.on]} ${glow} ${SHAPE[step.kind] ?? ''}`}
      style={tint}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <div className="flex items-baseline justify-between gap-1 text-[11px] text-faint">
        <span>{step.kind}</span>
        {heat !== undefined && <span className="num text-ink">{heat.text}</span>}
      </div>
      <div className="truncate text-[13px] leading-tight" title={`${step.title}: ${step.does}`}>
        {step.does === step.kind ? step.title : step.does.replace(`${step.kind} `, '')}
      </div>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  )
}

const SHAPE: Readonly<Record<string, string>> = {
  decide: 'rounded-none',
  handover: 'rounded-full px-5',
  end: 'rounded-full px-5',
  tell: 'rounded-2xl',
}

function PartTitle({ data: { title, subtitle } }: NodeProps<TitleNode>) {
  return (
    <div className="max-w-72">
      <div className="text-[15px] font-semibold">{title}</div>
      <div className="truncate font-mono text-[11px] text-faint">{subtitle}</div>
    </div>
  )
}

function wayOf({ way }: PlacedLine, ends: Parameters<typeof getSmoothStepPath>[0]) {
  if (way !== null) return { path: pathThrough(way.points), label: way.label }
  const [path, x, y] = getSmoothStepPath({ ...ends, borderRadius: 10 })
  return { path, label: { x, y } }
}

function Way({ data, markerEnd, ...ends }: EdgeProps<WayEdge>) {
  if (data === undefined) return null
  const { path, label } = wayOf(data, ends)
  const { colour, dash, width } = EDGE[data.line.on]
  const { text } = data.line
  return (
    <>
      <BaseEdge
        path={path}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        style={{
          stroke: colour,
          strokeWidth: width,
          ...(dash === undefined ? {} : { strokeDasharray: dash }),
        }}
      />
      {text !== '' && (
        <EdgeLabelRenderer>
          <div
            title={text}
            className="nopan pointer-events-auto absolute rounded bg-paper px-1 font-mono text-[10.5px] text-soft"
            style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
          >
            {shortLabel(text)}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
}

const NODE_TYPES = { step: StepBox, title: PartTitle }
const EDGE_TYPES = { way: Way }
