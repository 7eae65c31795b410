export { type CallerSettings, openClient } from './clients';
export { type ServiceCredentials, signCall } from './credentials';
export { peerOf, toGrpcJs } from './definition';
export { PeerClocks } from './peer-clocks';
export { toStatus } from './problem-status';
export type { Rpc } from './handler-types';
export { rpc } from './rpc';
export { GrpcServer } from './server';
export type { RpcClient } from './types';
