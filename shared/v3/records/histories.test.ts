import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../wire/json.ts';
import {
  depositAddressRecord,
  fundingFeeRecord,
  interestRecord,
  referralRecord,
  tokenHistoryRecord,
  transferHistoryRecord,
  transferredRecord,
  walletHistoryRecord,
  withdrawnRecord,
} from './histories.ts';

describe('records of histories', () => {
  it('describe a deposit, with the nulls of a live one', () => {
    const wallet = {
      createdTime: '1752049062.496',
      updatedTime: '1752049063.000',
      id: '25052911',
      externalId: 'e',
      applicationId: null,
      token: 'ARB_USDCNATIVE',
      targetAddress: '0x1',
      sourceAddress: '0x2',
      confirmingThreshold: null,
      confirmedNumber: null,
      extra: '',
      type: 'BALANCE',
      tokenSide: 'DEPOSIT',
      amount: '10.50',
      txId: '0x3',
      feeToken: '',
      feeAmount: '0',
      status: 'COMPLETED',
    };
    expect(walletHistoryRecord.parse(wallet)).toEqual({
      ...wallet,
      createdTime: 1752049062496,
      updatedTime: 1752049063000,
      extra: null,
      feeToken: null,
    });
    expect(walletHistoryRecord.parse({ ...wallet, confirmingThreshold: 27, status: 'NEVER_SEEN' })).toMatchObject({
      confirmingThreshold: 27,
      status: 'NEVER_SEEN',
    });
  });

  it('describe a transfer between two accounts', () => {
    const transfer = {
      id: 225,
      token: 'USDT',
      amount: '1000000.5',
      status: 'COMPLETED',
      from: { applicationId: 'a', accountName: 'main' },
      to: { applicationId: 'b', accountName: null },
      createdTime: '1752049062.000',
      updatedTime: '1752049062.500',
    };
    expect(transferHistoryRecord.parse(transfer)).toEqual({
      ...transfer,
      id: '225',
      createdTime: 1752049062000,
      updatedTime: 1752049062500,
    });
  });

  it('keep the sign of interest', () => {
    const interest = {
      id: 1,
      token: 'USDT',
      side: 'LOAN',
      status: 'SUCCEED',
      quantity: null,
      userId: 7,
      applicationId: 'a',
      interest: '-0.00000123',
      hourlyRate: '0.0000001',
      annualRate: null,
      createdTime: 1752049062496,
      updatedTime: 1752049062496,
      loanAmount: '10',
    };
    expect(interestRecord.parse(interest)).toEqual({ ...interest, id: '1', userId: '7' });
  });

  it('keep every digit of a funding rate', () => {
    const fee = parseLossless(
      '{"id":1286360,"symbol":"PERP_BTC_USDT","fundingRate":-0.00001445000000000001,"markPrice":"26930.60","fundingFee":"9.56",' +
        '"fundingIntervalHours":8,"paymentType":"Pay","status":"COMPLETED","createdTime":1696060873259,"updatedTime":1696060873286}',
    );
    expect(fundingFeeRecord.parse(fee)).toEqual({
      id: '1286360',
      symbol: 'PERP_BTC_USDT',
      fundingRate: '-0.00001445000000000001',
      markPrice: '26930.60',
      fundingFee: '9.56',
      fundingIntervalHours: 8,
      paymentType: 'Pay',
      status: 'COMPLETED',
      createdTime: 1696060873259,
      updatedTime: 1696060873286,
    });
  });

  it('describe a referred user; lists that are missing are empty', () => {
    const referral = {
      referralId: 9,
      registerTime: '1752049062.496',
      referralCode: 'C',
      tradeStatus: 'Traded',
      earned: [{ token: 'USDT', amount: '1.5' }],
      previousCommission: [{ token: 'USDT', totalAmount: 2.5 }],
      email: 'a***@example.org',
    };
    expect(referralRecord.parse(referral)).toEqual({
      ...referral,
      referralId: '9',
      registerTime: 1752049062496,
      extraBonus: [],
      previousCommission: [{ token: 'USDT', totalAmount: '2.5' }],
    });
  });

  it('describe movements of tokens', () => {
    expect(
      tokenHistoryRecord.parse({ id: 5, type: 'REBATE', token: 'USDT', amount: '-1', timestamp: '1752049062.496' }),
    ).toEqual({ id: '5', type: 'REBATE', token: 'USDT', amount: '-1', timestamp: 1752049062496 });
  });
});

describe('answers to moving tokens', () => {
  it('carry an id as number or text', () => {
    expect(transferredRecord.parse({ id: 200 })).toEqual({ id: '200' });
    expect(withdrawnRecord.parse({ withdrawId: '20250701' })).toEqual({ withdrawId: '20250701' });
    expect(withdrawnRecord.parse({ withdrawId: 5 })).toEqual({ withdrawId: '5' });
  });

  it('give an address with its memo', () => {
    expect(depositAddressRecord.parse({ address: '0x1', extra: '' })).toEqual({ address: '0x1', extra: null });
  });
});
