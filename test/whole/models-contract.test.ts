import type { Agent } from '../../src/conversation/protocol/agent.ts'
import { openModels } from '../../src/models/providers/open-models.ts'
import { makeAgent } from '../../src/runner/agents/parties.ts'
import { type AgentKindUnderTest, describeAgentKind } from '../agents/contract.ts'
import { openModelServer } from '../model-server/model-server.ts'
import { playing } from '../model-server/playing.ts'
import { modelRequest } from '../models-testing.ts'

const overProtocol = (name: string, provider: string): AgentKindUnderTest => ({
  name,
  joinsMessages: true,
  open: async (brain: () => Agent, pack) => {
    const server = await openModelServer(playing(pack, brain))
    const models = openModels({ env: { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k' } })
    const { make } = await makeAgent(modelRequest(`${provider}:small`, { baseUrl: server.url }), { models })
    return { make, close: server.close, told: () => server.asked.map(({ raw }) => raw).join('\n') }
  },
})

describeAgentKind(overProtocol('model over the OpenAI protocol', 'openai'))
describeAgentKind(overProtocol('model over the OpenAI protocol, without an SDK', 'vllm'))
describeAgentKind(overProtocol('model over the Anthropic protocol', 'anthropic'))
describeAgentKind(overProtocol('model over Google’s protocol', 'google'))
