# SAGE as a command, in the folder /project. compose.yaml uses it; docs/teams.md explains it.
FROM node:20-bookworm-slim AS build
WORKDIR /sage
COPY . .
# The image holds what npm would publish, with the dependencies of the lock file.
RUN npm ci --no-audit --no-fund \
 && npm pack --silent --pack-destination /tmp \
 && mkdir /app \
 && tar -xzf /tmp/sage-desk-*.tgz -C /app --strip-components=1 \
 && npm prune --omit=dev --no-audit --no-fund \
 && mv node_modules /app/node_modules

FROM node:20-bookworm-slim
COPY --from=build /app /app
RUN ln -s /app/bin/sage.js /usr/local/bin/sage
USER node
WORKDIR /project
ENTRYPOINT ["sage"]
CMD ["--help"]
